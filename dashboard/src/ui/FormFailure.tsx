import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'

/** What went wrong with a form, read out when it appears; `children` say what to do about it. */
export function FormFailure(props: { message: string | undefined; children?: ReactNode }) {
  if (props.message === undefined) return null
  return (
    <Alert color="red" role="alert" p="sm">
      {props.message}
      {props.children}
    </Alert>
  )
}
