import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { confirmDialog, type ConfirmOptions } from './confirm.ts'

/** Button that opens a confirmation dialog, and calls `onConfirm` when the user confirms. */
export function ConfirmButton(
  props: ButtonProps & { dialog: ConfirmOptions; onConfirm: () => void; children: ReactNode },
) {
  const { dialog, onConfirm, children, ...rest } = props
  return (
    <Button
      variant="default"
      {...rest}
      onClick={() =>
        void confirmDialog(dialog).then((isConfirmed) => (isConfirmed ? onConfirm() : undefined))
      }
    >
      {children}
    </Button>
  )
}
