import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

/**
 * A day of the filter. What is typed is shown at once, whenever the address follows.
 * @param props `day`: the address's, or ''.
 */
export function DayField(
  props: Pick<TextInputProps, 'label' | 'w'> & { day: string; onChange: (day: string) => void },
) {
  const { day, onChange, ...rest } = props
  const [typed, setTyped] = useState(day)
  const [followed, setFollowed] = useState(day)
  if (followed !== day) {
    setFollowed(day)
    setTyped(day)
  }
  return (
    <TextInput
      {...rest}
      type="date"
      size="sm"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        onChange(value)
      }}
    />
  )
}
