import { Alert, Group, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../base/paths.ts'
import { Breadcrumb } from '../../layout/Breadcrumb.tsx'
import { Can, RoleNotice } from '../../layout/Can.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { CopyText } from '../../ui/text/CopyButton.tsx'
import { Fact } from '../../ui/text/Fact.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import { Deliveries } from './Deliveries.tsx'
import { disabledText, stateOf } from './labels.ts'
import { WebhookActions } from './WebhookActions.tsx'
import { type Webhook, webhookQuery } from './webhooks.ts'

/** Reads the webhook. @throws {Failure} 404 when it does not exist. */
export async function loader({ params }: LoaderFunctionArgs): Promise<null> {
  await queryClient.ensureQueryData(webhookQuery(params['webhookId'] ?? ''))
  return null
}

/** Page of one webhook with its deliveries. */
export function Component() {
  const { webhookId = '' } = useParams()
  const { data: webhook } = useQuery(webhookQuery(webhookId))
  if (!webhook) return <Skeleton height={320} />
  return (
    <>
      <Breadcrumb to={paths.webhooks()}>Webhooks</Breadcrumb>
      <PageHeader
        title={new URL(webhook.url).host}
        aside={<StatusBadge {...stateOf(webhook)} />}
        description={webhook.description === '' ? undefined : webhook.description}
        actions={
          <Can permission="webhooks:write">
            <WebhookActions webhook={webhook} />
          </Can>
        }
      />
      <RoleNotice permission="webhooks:write" what="change this webhook" />
      <Stack gap="lg">
        <Notice webhook={webhook} />
        <Facts webhook={webhook} />
        <Deliveries webhook={webhook} />
      </Stack>
    </>
  )
}

function Notice({ webhook: { isEnabled, disabledReason, failingSince } }: { webhook: Webhook }) {
  if (!isEnabled) {
    return (
      <Alert color="yellow" p="sm">
        {disabledText(disabledReason)}
      </Alert>
    )
  }
  if (failingSince === null) return null
  return (
    <Alert color="yellow" p="sm">
      No attempt has succeeded since <RelativeTime at={failingSince} />. The webhook is disabled after five
      days without a success.
    </Alert>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  return (
    <Section title="Details">
      <SimpleGrid component="dl" cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md" m={0}>
        <Fact name="Address">
          <CopyText value={webhook.url} label="Copy address" />
        </Fact>
        <Fact name="Webhook ID">
          <CopyText value={webhook.webhookId} label="Copy webhook ID" />
        </Fact>
        <Fact name="Events">{webhook.events.join(', ')}</Fact>
        <Fact name="Created">
          <RelativeTime at={webhook.createdAt} />
        </Fact>
        {webhook.previousSecretUntil !== null && (
          <Fact name="Old secret">
            <Group gap={4}>
              Expires <RelativeTime at={webhook.previousSecretUntil} />
            </Group>
          </Fact>
        )}
      </SimpleGrid>
    </Section>
  )
}
