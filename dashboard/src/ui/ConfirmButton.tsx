import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { ask, type Question } from './ask.ts'

/** A button that asks before it does something that cannot be undone. */
export function ConfirmButton(
  props: ButtonProps & { question: Question; onConfirm: () => void; children: ReactNode },
) {
  const { question, onConfirm, children, ...rest } = props
  return (
    <Button
      variant="default"
      {...rest}
      onClick={() => void ask(question).then((yes) => (yes ? onConfirm() : undefined))}
    >
      {children}
    </Button>
  )
}
