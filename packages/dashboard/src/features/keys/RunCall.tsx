import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { Failure, messageOf } from '../../base/failure.ts'
import { useMe } from '../../api/me.ts'
import { paths } from '../../base/paths.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { countOf } from '../../ui/text/numbers.ts'
import { PdfView } from '../templates/pdf/PdfView.tsx'
import classes from './RunCall.module.css'
import { newAttempt, runAsJob, runWithKey, type SampleCall } from './run-call.ts'

/**
 * Button that makes a call in the browser and shows its PDF or its error. Its cost is stated beside it.
 * @param props `apiKey`: key of the call. Without it, a job of the dashboard is created, which also sends a mail.
 */
export function RunCall(props: { apiKey: string | undefined; name: string; call: SampleCall }) {
  const { apiKey, call } = props
  const { email } = useMe().account
  const attempt = useRef(newAttempt())
  const startOver = () => void (attempt.current = newAttempt())
  const run = useMutation({
    // A rejected key does not end the session.
    meta: { shownInline: true, isSigningIn: apiKey !== undefined },
    mutationFn: () =>
      apiKey === undefined ? runAsJob(call, attempt.current) : runWithKey(apiKey, call, attempt.current),
    onSuccess: startOver,
    onError(error) {
      // Without a response the render may have been charged: a retry has the same idempotency key.
      if (error instanceof Failure && error.status >= 400 && error.status < 500) startOver()
    },
  })
  const pages = Array.isArray(call.data) ? call.data.length : 1
  const isTest = apiKey?.startsWith('tlfy_test_')
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          Run it
        </Button>
        <Text size="sm" c="dimmed" flex="1 1 12rem">
          {isTest ? 'A test key costs nothing.' : `Costs ${countOf(pages, 'credit')}.`}
          {apiKey === undefined && ` The PDF is also sent to ${email}.`}
        </Text>
      </Group>
      <div role="status">
        {run.data && (
          // The result may be below the fold, in a dialog too.
          <Stack gap="xs" ref={scrollIntoView}>
            <Text size="sm">
              The PDF is ready.{' '}
              <Anchor href={run.data.url} target="_blank" rel="noopener" inherit>
                Open the PDF
              </Anchor>
            </Text>
            {run.data.pdf !== undefined && (
              <div className={classes.pdf}>
                <PdfView pdf={run.data.pdf} label={`PDF of ${props.name}`} />
              </div>
            )}
          </Stack>
        )}
      </div>
      {run.error && (
        <FormFailure message={messageOf(run.error)}>
          {run.error instanceof Failure && run.error.status === 402 && (
            <>
              {' '}
              <Anchor component={Link} to={paths.billing()} inherit>
                Go to billing
              </Anchor>
            </>
          )}
        </FormFailure>
      )}
    </Stack>
  )
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
