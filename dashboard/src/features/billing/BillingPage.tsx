import { Alert, Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconCheck, IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { saveAs } from '../../ui/save-as.ts'
import { Section } from '../../ui/Section.tsx'
import { Balance } from './Balance.tsx'
import { billingQuery, ledgerQuery, readLedgerCsv, refreshCredits } from './billing.ts'
import { HowToGetCredits } from './HowToGetCredits.tsx'
import { Ledger } from './Ledger.tsx'
import { LowCredits } from './LowCredits.tsx'

// Stripe tells of a payment within seconds, most often before it leads back here.
const LOOK_EVERY_MS = 3_000

/** Begins to read what the page shows. */
export function loader(): null {
  void queryClient.prefetchQuery(billingQuery)
  void queryClient.prefetchInfiniteQuery(ledgerQuery)
  return null
}

/** What there is to spend, how there is more, and what became of it. */
export function Component() {
  const { data: billing } = useQuery(billingQuery)
  return (
    <>
      <PageHeader title="Billing" description="One page costs one credit. What fails costs nothing." />
      <Stack gap="lg">
        <CheckoutOutcome />
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          <Balance billing={billing} />
          <LowCredits billing={billing} />
        </SimpleGrid>
        <HowToGetCredits billing={billing} />
        <Section title="Ledger" description="Everything that has changed the balance." actions={<Export />}>
          <Ledger />
        </Section>
      </Stack>
    </>
  )
}

/** What came of Stripe's page, which leads back here. */
function CheckoutOutcome() {
  const [search, setSearch] = useSearchParams()
  const outcome = search.get('checkout')
  if (outcome !== 'paid' && outcome !== 'left') return null
  const close = () => setSearch({}, { replace: true })
  if (outcome === 'paid') return <Paid onClose={close} />
  return (
    <Alert
      icon={<IconInfoCircle aria-hidden />}
      title="Nothing was bought"
      withCloseButton
      closeButtonLabel="Close"
      onClose={close}
    >
      You left the checkout before it was paid.
    </Alert>
  )
}

function Paid(props: { onClose: () => void }) {
  useInterval(() => void refreshCredits(), LOOK_EVERY_MS, { autoInvoke: true })
  return (
    <Alert
      icon={<IconCheck aria-hidden />}
      title="Thank you"
      withCloseButton
      closeButtonLabel="Close"
      onClose={props.onClose}
    >
      Your credits are here as soon as Stripe has confirmed the payment: most often at once, with a bank
      transfer in some days.
    </Alert>
  )
}

function Export() {
  const download = useMutation({
    mutationFn: readLedgerCsv,
    onSuccess: (file) => saveAs(file, 'credits.csv'),
  })
  return (
    <Group>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Export CSV
      </Button>
    </Group>
  )
}
