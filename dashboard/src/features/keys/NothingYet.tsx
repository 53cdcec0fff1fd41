import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Blank } from '../../ui/Blank.tsx'
import { CallWithCurl } from './CallWithCurl.tsx'

/** What a page says before anything was made: where the keys are, and the call that makes something. */
export function NothingYet(props: {
  icon: ReactNode
  title: string
  description: string
  /** What to do first, where that is not to get a key. */
  action?: ReactNode
}) {
  const { action = <ToKeys /> } = props
  return (
    <>
      <Blank {...props} action={action} />
      <Text component="h2" fw={500} mt="lg" mb="xs">
        A PDF with curl
      </Text>
      <CallWithCurl />
    </>
  )
}

function ToKeys() {
  return (
    <Button component={Link} to={paths.apiKeys()}>
      Go to your API keys
    </Button>
  )
}
