import { Button, Group, Select, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useMe } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../paths.ts'
import { Breadcrumb } from '../../layout/Breadcrumb.tsx'
import { CopyText } from '../../ui/CopyButton.tsx'
import { count } from '../../ui/numbers.ts'
import { Figure } from '../../ui/Figure.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Section } from '../../ui/Section.tsx'
import { AccountState } from './AccountState.tsx'
import { Actions } from './Actions.tsx'
import { GiveCredits } from './GiveCredits.tsx'
import { type Account, accountQuery, useChangePlan, useRestore } from './operator.ts'
import { Suspend } from './Suspend.tsx'

const PLANS: { value: Account['plan']; label: string }[] = [
  { value: 'default', label: 'Default: 500 templates' },
  { value: 'enterprise', label: 'Enterprise: no limit of templates' },
]

/** Begins to read the account. */
export function loader({ params }: LoaderFunctionArgs): null {
  void queryClient.prefetchQuery(accountQuery(params['userId'] ?? ''))
  return null
}

/** One account: how it is used, and what an operator may do to it. */
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
          <Figure label="Held" value={count(account.reserved)} />
          <Figure label="Pages, 30 days" value={count(account.pages)} />
          <Figure label="Templates" value={count(account.templates)} />
          <Figure label="API keys" value={count(account.keys)} />
          <Figure
            label="Last call"
            value={account.lastCallAt === null ? '–' : <RelativeTime at={account.lastCallAt} />}
          />
        </SimpleGrid>
        <Manage account={account} />
        <Section title="What operators did" description="To this account, the newest first.">
          <Actions actions={actions} />
        </Section>
      </Stack>
    </>
  )
}

function Manage({ account }: { account: Account }) {
  const { userId, email, plan, suspended } = account
  const isOwn = useMe().account.userId === userId
  const [isGiving, giving] = useDisclosure(false)
  const [isSuspending, suspending] = useDisclosure(false)
  const changePlan = useChangePlan(userId)
  const restore = useRestore(userId)
  return (
    <Section title="Account" actions={<CopyText value={userId} label="Copy account id" />}>
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
            const wanted = PLANS.find((one) => one.value === value)?.value
            if (wanted && wanted !== plan)
              changePlan.mutate(wanted, { onSuccess: () => said('The plan is changed.') })
          }}
        />
        <Button onClick={giving.open}>Give credits</Button>
        {suspended ? (
          <Button
            variant="default"
            loading={restore.isPending}
            onClick={() => restore.mutate(undefined, { onSuccess: () => said(`${email} can call again.`) })}
          >
            Restore
          </Button>
        ) : (
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            disabled={isOwn}
            {...(isOwn && { title: 'This is your own account' })}
            onClick={suspending.open}
          >
            Suspend…
          </Button>
        )}
      </Group>
      <GiveCredits account={account} isOpen={isGiving} onClose={giving.close} />
      <Suspend account={account} isOpen={isSuspending} onClose={suspending.close} />
    </Section>
  )
}

function said(message: string): void {
  notifications.show({ message })
}
