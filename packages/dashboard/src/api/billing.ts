import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import { meQuery } from './me.ts'
import { byCursor } from './pages.ts'
import { queryClient } from './query-client.ts'
import type { components } from './schema.ts'

/** Balance of the account, and the ways to get credits. */
export type Billing = components['schemas']['Billing']
/** Pack of credits with its price. */
export type Pack = components['schemas']['CreditPack']
/** Entry of the ledger: one change of the balance. */
export type LedgerEntry = components['schemas']['LedgerEntry']

/** Query of the balance. */
export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => unwrap(api.GET('/dashboard/api/billing', { signal })),
})

/** Query of the packs that are for sale. */
export const packsQuery = queryOptions({
  queryKey: ['billing', 'packs'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/dashboard/api/billing/packs', { signal }))).packs,
  retry: false,
  // The error is shown in place of the packs. The rest of the page works without them.
  throwOnError: false,
})

/** Query of the ledger, the newest entry first. */
export const ledgerQuery = infiniteQueryOptions({
  queryKey: ['billing', 'ledger'],
  queryFn: ({ signal, pageParam: cursor }) =>
    unwrap(api.GET('/dashboard/api/billing/ledger', { params: { query: { cursor } }, signal })),
  ...byCursor,
})

/** Refetches all queries that contain the balance. */
export async function refreshCredits(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(billingQuery),
    queryClient.invalidateQueries(ledgerQuery),
    queryClient.invalidateQueries(meQuery),
  ])
}

/** Redirects to Stripe's checkout page for a pack. */
export function useCheckout() {
  return useMutation({
    meta: { failureTitle: 'The checkout was not opened' },
    mutationFn: (priceId: string) =>
      unwrap(api.POST('/dashboard/api/billing/checkouts', { body: { priceId } })),
    onSuccess: ({ url }) => window.location.assign(url),
  })
}

/** Sets the balance at which the account receives a low balance notice. */
export function useChangeLowCreditNotice() {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (below: number | null) =>
      unwrap(api.PUT('/dashboard/api/billing/notice', { body: { below } })),
    // Not awaited: the refetch remounts the form, which could then not show that it was saved.
    onSuccess: () => void queryClient.invalidateQueries(billingQuery),
  })
}

/** Reads the whole ledger as a CSV file. */
export function readLedgerCsv(): Promise<Blob> {
  return unwrap<Blob>(api.GET('/dashboard/api/billing/ledger.csv', { parseAs: 'blob' }))
}
