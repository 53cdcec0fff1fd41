import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'

/** Error message of a form. Screen readers announce it. `children`: the next step, such as a link. */
export function FormFailure(props: { message: string | undefined; children?: ReactNode }) {
  if (props.message === undefined) return null
  return (
    <Alert color="red" role="alert" p="sm">
      {props.message}
      {props.children}
    </Alert>
  )
}
