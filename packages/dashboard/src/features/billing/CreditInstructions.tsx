import { Alert, Anchor, Button, Card, Code, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconExternalLink, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { messageOf } from '../../base/failure.ts'
import { useMe } from '../../api/me.ts'
import { paths } from '../../base/paths.ts'
import { CopyText } from '../../ui/text/CopyButton.tsx'
import { count } from '../../ui/text/numbers.ts'
import { Section } from '../../ui/page/Section.tsx'
import { AddCredits } from '../operator/AddCredits.tsx'
import { type Billing, type Pack, packsQuery, refreshCredits, useCheckout } from '../../api/billing.ts'
import { money } from './money.ts'

/** Ways to get credits: packs for sale, a shop of the operator, or the contact to the operator. */
export function CreditInstructions(props: { billing: Billing | undefined }) {
  if (!props.billing) return <Skeleton height={160} radius="md" />
  const { sellsCredits, externalUrl } = props.billing
  if (sellsCredits) return <Packs />
  return externalUrl === null ? <FromOperator /> : <ExternalShop url={externalUrl} />
}

function Packs() {
  const { data: packs, error, refetch } = useQuery(packsQuery)
  const checkout = useCheckout()
  return (
    <Section
      title="Buy credits"
      description="One-time payment on Stripe’s checkout page. Credits do not expire."
    >
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
      {packs?.length === 0 && <Text c="dimmed">No credits are for sale at the moment.</Text>}
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

function ExternalShop(props: { url: string }) {
  return (
    <Section title="Buy credits">
      <Button component="a" href={props.url} rightSection={<IconExternalLink size={15} aria-hidden />}>
        Open shop
      </Button>
    </Section>
  )
}

function FromOperator() {
  const { account } = useMe()
  return account.role === 'operator' ? (
    <OwnAccount account={account} />
  ) : (
    <ContactOperator account={account} />
  )
}

function ContactOperator(props: { account: { userId: string } }) {
  return (
    <Section title="Get credits">
      <Stack gap="sm">
        <Text>
          The operator of this service adds credits. Send the operator the number of credits that you need and
          your account ID:
        </Text>
        <CopyText value={props.account.userId} label="Copy account ID" />
      </Stack>
    </Section>
  )
}

/** Instructions for an operator. */
function OwnAccount(props: { account: { userId: string; email: string } }) {
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
          same. To add credits to another account, open it in{' '}
          <Anchor component={Link} to={paths.operator()}>
            the list of accounts
          </Anchor>
          . To sell credits on this page, set <Code>STRIPE_SECRET_KEY</Code>.
        </Text>
      </Stack>
      <AddCredits
        account={account}
        isOpen={isOpen}
        onClose={dialog.close}
        onAdded={() => void refreshCredits()}
      />
    </Section>
  )
}
