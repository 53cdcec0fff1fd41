import { Button, Group, Select, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useMe } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../base/paths.ts'
import { Breadcrumb } from '../../layout/Breadcrumb.tsx'
import { CopyText } from '../../ui/text/CopyButton.tsx'
import { count } from '../../ui/text/numbers.ts'
import { Figure } from '../../ui/text/Figure.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { AccountState } from './AccountState.tsx'
import { AuditLog } from './AuditLog.tsx'
import { AddCredits } from './AddCredits.tsx'
import { type Account, accountQuery, useChangePlan, useRestore } from './operator.ts'
import { Suspend } from './Suspend.tsx'

const PLANS: { value: Account['plan']; label: string }[] = [
  { value: 'default', label: 'Default: 500 templates' },
  { value: 'enterprise', label: 'Enterprise: unlimited templates' },
]

/** Prefetches the account. */
export function loader({ params }: LoaderFunctionArgs): null {
  void queryClient.prefetchQuery(accountQuery(params['userId'] ?? ''))
  return null
}

/** Page of one account: usage, actions of an operator, and audit log. */
export function Component() {
  const { userId = '' } = useParams()
  const { data } = useQuery(accountQuery(userId))
  if (!data) return <Skeleton height={320} radius="md" />
  const { account, actions } = data
  return (
    <>
      <Breadcrumb to={paths.operator()}>Accounts</Breadcrumb>
      <PageHeader title={account.email} aside={<AccountState account={account} />} />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="md">
          <Figure label="Credits" value={count(account.credits)} />
          <Figure label="Reserved" value={count(account.reserved)} />
          <Figure label="Pages in 30 days" value={count(account.pages)} />
          <Figure label="Templates" value={count(account.templates)} />
          <Figure label="API keys" value={count(account.keys)} />
          <Figure
            label="Last call"
            value={account.lastCallAt === null ? '–' : <RelativeTime at={account.lastCallAt} />}
          />
        </SimpleGrid>
        <Manage account={account} />
        <Section title="Audit log" description="Actions of operators on this account, the newest first.">
          <AuditLog entries={actions} />
        </Section>
      </Stack>
    </>
  )
}

function Manage({ account }: { account: Account }) {
  const { userId, email, plan, suspended } = account
  const isOwn = useMe().account.userId === userId
  const [isAdding, adding] = useDisclosure(false)
  const [isSuspending, suspending] = useDisclosure(false)
  const changePlan = useChangePlan(userId)
  const restore = useRestore(userId)
  return (
    <Section title="Account" actions={<CopyText value={userId} label="Copy account ID" />}>
      <Group gap="sm" align="flex-end">
        <Select
          label="Plan"
          data={PLANS}
          value={plan}
          allowDeselect={false}
          disabled={changePlan.isPending}
          flex="1 1 220px"
          maw={320}
          onChange={(value) => {
            const selected = PLANS.find((option) => option.value === value)?.value
            if (selected && selected !== plan)
              changePlan.mutate(selected, { onSuccess: () => notify('The plan was changed.') })
          }}
        />
        <Button onClick={adding.open}>Add credits</Button>
        {suspended ? (
          <Button
            variant="default"
            loading={restore.isPending}
            onClick={() => restore.mutate(undefined, { onSuccess: () => notify(`${email} was restored.`) })}
          >
            Restore
          </Button>
        ) : (
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            disabled={isOwn}
            {...(isOwn && { title: 'You cannot suspend your own account.' })}
            onClick={suspending.open}
          >
            Suspend…
          </Button>
        )}
      </Group>
      <AddCredits account={account} isOpen={isAdding} onClose={adding.close} />
      <Suspend account={account} isOpen={isSuspending} onClose={suspending.close} />
    </Section>
  )
}

function notify(message: string): void {
  notifications.show({ message })
}
