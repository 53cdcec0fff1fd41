import { Alert, Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconCheck, IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { saveAs } from '../../ui/files/save-as.ts'
import { Section } from '../../ui/page/Section.tsx'
import { Balance } from './Balance.tsx'
import { billingQuery, ledgerQuery, readLedgerCsv, refreshCredits } from '../../api/billing.ts'
import { CreditInstructions } from './CreditInstructions.tsx'
import { Ledger } from './Ledger.tsx'
import { LowCreditNotice } from './LowCreditNotice.tsx'

// Stripe reports a payment within seconds, usually before it redirects back to this page.
const POLL_MS = 3_000

/** Prefetches the balance and the ledger. */
export function loader(): null {
  void queryClient.prefetchQuery(billingQuery)
  void queryClient.prefetchInfiniteQuery(ledgerQuery)
  return null
}

/** Billing page: balance, ways to get credits, and ledger. */
export function Component() {
  const { data: billing } = useQuery(billingQuery)
  return (
    <>
      <PageHeader title="Billing" description="One page costs one credit. Failed renders are not charged." />
      <Stack gap="lg">
        <CheckoutOutcome />
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          <Balance billing={billing} />
          <LowCreditNotice billing={billing} />
        </SimpleGrid>
        <CreditInstructions billing={billing} />
        <Section title="Ledger" description="All changes of the balance." actions={<Export />}>
          <Ledger />
        </Section>
      </Stack>
    </>
  )
}

/** Result of the checkout, after Stripe has redirected back to this page. */
function CheckoutOutcome() {
  const [search, setSearch] = useSearchParams()
  const outcome = search.get('checkout')
  if (outcome !== 'paid' && outcome !== 'left') return null
  const close = () => setSearch({}, { replace: true })
  if (outcome === 'paid') return <Paid onClose={close} />
  return (
    <Alert
      icon={<IconInfoCircle aria-hidden />}
      title="Checkout cancelled"
      withCloseButton
      closeButtonLabel="Close"
      onClose={close}
    >
      You left the checkout before the payment. Nothing was charged.
    </Alert>
  )
}

function Paid(props: { onClose: () => void }) {
  useInterval(() => void refreshCredits(), POLL_MS, { autoInvoke: true })
  return (
    <Alert
      icon={<IconCheck aria-hidden />}
      title="Thank you for your purchase"
      withCloseButton
      closeButtonLabel="Close"
      onClose={props.onClose}
    >
      Your credits are added when Stripe confirms the payment. This takes a few seconds, or some days for a
      bank transfer.
    </Alert>
  )
}

function Export() {
  const download = useMutation({
    meta: { failureTitle: 'The CSV file was not downloaded' },
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
