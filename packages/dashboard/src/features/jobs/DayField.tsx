import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

/**
 * Date field of the filter. Shows the input at once, before the URL of the page is updated.
 * @param props `day`: date in the URL; '' for none.
 */
export function DayField(
  props: Pick<TextInputProps, 'label' | 'w'> & { day: string; onChange: (day: string) => void },
) {
  const { day, onChange, ...rest } = props
  const [input, setInput] = useState(day)
  const [syncedDay, setSyncedDay] = useState(day)
  if (syncedDay !== day) {
    setSyncedDay(day)
    setInput(day)
  }
  return (
    <TextInput
      {...rest}
      type="date"
      size="sm"
      value={input}
      onChange={({ currentTarget: { value } }) => {
        setInput(value)
        onChange(value)
      }}
    />
  )
}
