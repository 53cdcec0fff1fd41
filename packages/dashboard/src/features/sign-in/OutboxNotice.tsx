import { Alert, Button, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

// A page of the service, outside the dashboard.
const OUTBOX = '/outbox'

/**
 * Notice of a service without a mail server: it says where the mails are. It links to the outbox only if this browser
 * can open it: on the machine of the service, after it was opened with the address that `npm start` printed.
 */
export function OutboxNotice() {
  const { data: canOpen = false, isLoading } = useQuery({
    queryKey: ['outbox'],
    queryFn: async ({ signal }) => (await fetch(OUTBOX, { method: 'HEAD', signal })).ok,
    enabled: ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname),
    retry: false,
    throwOnError: false,
  })
  return (
    <Alert color="yellow" p="sm" title="No mail server is configured">
      {canOpen || isLoading ? (
        <>
          <Text size="sm" mb="xs">
            The service has put the mail into its outbox.
          </Text>
          {/* In its final position from the start, so that nothing moves. */}
          <Button component="a" href={OUTBOX} loading={isLoading}>
            Open the outbox
          </Button>
        </>
      ) : (
        <>
          The service writes its mails to an outbox. Find the link in one of these places:
          <List mt={6}>
            <List.Item>
              the terminal where <code>npm start</code> runs: it has printed the link
            </List.Item>
            <List.Item>
              <code>npx platen outbox</code>, in a second terminal in the same folder
            </List.Item>
          </List>
        </>
      )}
    </Alert>
  )
}
