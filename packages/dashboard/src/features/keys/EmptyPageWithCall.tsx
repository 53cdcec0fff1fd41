import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../base/paths.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { CurlExample } from './CurlExample.tsx'

/** Empty page of an account without renders: offers the first action and shows the call. */
export function EmptyPageWithCall(props: {
  icon: ReactNode
  title: string
  description: string
  /** First action. A link to the API keys by default. */
  action?: ReactNode
}) {
  const { action = <ToKeys /> } = props
  return (
    <>
      <EmptyState {...props} action={action} />
      <Text component="h2" fw={500} mt="lg" mb="xs">
        Render a PDF with curl
      </Text>
      <CurlExample />
    </>
  )
}

function ToKeys() {
  return (
    <Button component={Link} to={paths.apiKeys()}>
      Go to API keys
    </Button>
  )
}
