import { Alert, Anchor, Button, Card, Code, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconExternalLink, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { messageOf } from '../../api/failure.ts'
import { useMe } from '../../api/me.ts'
import { paths } from '../../paths.ts'
import { CopyText } from '../../ui/CopyButton.tsx'
import { count } from '../../ui/numbers.ts'
import { Section } from '../../ui/Section.tsx'
import { GiveCredits } from '../operator/GiveCredits.tsx'
import { type Billing, type Pack, packsQuery, refreshCredits, useCheckout } from './billing.ts'
import { money } from './money.ts'

/** How there are more credits: packs to buy, the operator's own page, or the operator. */
export function HowToGetCredits(props: { billing: Billing | undefined }) {
  if (!props.billing) return <Skeleton height={160} radius="md" />
  const { sold, elsewhere } = props.billing
  if (sold) return <Packs />
  return elsewhere === null ? <FromOperator /> : <Elsewhere url={elsewhere} />
}

function Packs() {
  const { data: packs, error, refetch } = useQuery(packsQuery)
  const checkout = useCheckout()
  return (
    <Section title="Buy credits" description="Paid once, on Stripe’s page. Credits do not expire.">
      {error && (
        <Alert color="yellow" role="alert">
          <Group justify="space-between">
            {messageOf(error)}
            <Button size="xs" variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          </Group>
        </Alert>
      )}
      {packs?.length === 0 && <Text c="dimmed">There is nothing to buy at the moment.</Text>}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
        {!packs && !error && <Skeleton height={132} radius="md" />}
        {packs?.map((pack) => (
          <PackCard
            key={pack.priceId}
            pack={pack}
            isOpening={checkout.variables === pack.priceId && (checkout.isPending || checkout.isSuccess)}
            onBuy={() => checkout.mutate(pack.priceId)}
          />
        ))}
      </SimpleGrid>
    </Section>
  )
}

function PackCard(props: { pack: Pack; isOpening: boolean; onBuy: () => void }) {
  const { name, credits, amount, currency } = props.pack
  return (
    <Card padding="md" bg="transparent">
      <Stack gap={2} h="100%">
        <Text fw={550}>{name}</Text>
        <Text fz="xl" fw={650}>
          {money(amount, currency)}
        </Text>
        <Text c="dimmed" size="sm" mb="sm">
          {count(credits)} credits
        </Text>
        <Button
          mt="auto"
          loading={props.isOpening}
          onClick={props.onBuy}
          aria-label={`Buy ${count(credits)} credits for ${money(amount, currency)}`}
        >
          Buy
        </Button>
      </Stack>
    </Card>
  )
}

function Elsewhere(props: { url: string }) {
  return (
    <Section title="Buy credits">
      <Button component="a" href={props.url} rightSection={<IconExternalLink size={15} aria-hidden />}>
        Go to where credits are sold
      </Button>
    </Section>
  )
}

function FromOperator() {
  const { account } = useMe()
  return account.role === 'operator' ? <FromOneself account={account} /> : <FromAnother account={account} />
}

function FromAnother(props: { account: { userId: string } }) {
  return (
    <Section title="Get credits">
      <Stack gap="sm">
        <Text>
          The operator of this service adds credits. Send the operator the number of credits that you need,
          and the id of your account:
        </Text>
        <CopyText value={props.account.userId} label="Copy account id" />
      </Stack>
    </Section>
  )
}

/** The operator's own account. */
function FromOneself(props: { account: { userId: string; email: string } }) {
  const { account } = props
  const [isOpen, dialog] = useDisclosure()
  return (
    <Section
      title="Add credits"
      actions={
        <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={dialog.open}>
          Add credits
        </Button>
      }
    >
      <Stack gap="sm">
        <Text>You are the operator of this service, so you can add credits to your account.</Text>
        <Text size="sm" c="dimmed">
          On the machine of the service, <Code>npx platen credits add {account.email} 1000</Code> does the
          same. Add credits to other accounts{' '}
          <Anchor component={Link} to={paths.operator()}>
            on their pages
          </Anchor>
          . Set <Code>STRIPE_SECRET_KEY</Code> to sell credits on this page.
        </Text>
      </Stack>
      <GiveCredits
        account={account}
        isOpen={isOpen}
        onClose={dialog.close}
        onGiven={() => void refreshCredits()}
      />
    </Section>
  )
}
