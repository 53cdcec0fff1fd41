import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { answered, api } from '../../api/client.ts'
import { meQuery } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import type { paths } from '../../api/schema.ts'

type Get<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/** What there is to spend, and how there is more. */
export type Billing = Get<'/dashboard/api/billing'>
/** Credits at a price. */
export type Pack = Get<'/dashboard/api/billing/packs'>['packs'][number]
/** What has changed the balance. */
export type LedgerEntry = Get<'/dashboard/api/billing/ledger'>['entries'][number]

/** What there is to spend. */
export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => answered(api.GET('/dashboard/api/billing', { signal })),
})

/** What can be bought. */
export const packsQuery = queryOptions({
  queryKey: ['billing', 'packs'],
  queryFn: async ({ signal }) => (await answered(api.GET('/dashboard/api/billing/packs', { signal }))).packs,
  retry: false,
  // Shown where the packs would be: the rest of the page is of use without them.
  throwOnError: false,
})

/** What has changed the balance, the newest first. */
export const ledgerQuery = infiniteQueryOptions({
  queryKey: ['billing', 'ledger'],
  queryFn: ({ signal, pageParam }) => {
    const query = pageParam === null ? {} : { after: pageParam }
    return answered(api.GET('/dashboard/api/billing/ledger', { params: { query }, signal }))
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})

/** Reads again all that shows credits. */
export async function refreshCredits(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(billingQuery),
    queryClient.invalidateQueries(ledgerQuery),
    queryClient.invalidateQueries(meQuery),
  ])
}

/** Opens Stripe's page for a pack, in the place of ours. */
export function useCheckout() {
  return useMutation({
    mutationFn: (priceId: string) =>
      answered(api.POST('/dashboard/api/billing/checkouts', { body: { priceId } })),
    onSuccess: ({ url }) => window.location.assign(url),
  })
}

/** Says when to be told that credits are few. */
export function useNotice() {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (below: number | null) =>
      answered(api.PUT('/dashboard/api/billing/notice', { body: { below } })),
    // Not waited for: the form is made anew with what is read, and could not say that it is saved.
    onSuccess: () => void queryClient.invalidateQueries(billingQuery),
  })
}

/** The whole ledger, as a file. */
export function readLedgerCsv(): Promise<Blob> {
  return answered<Blob>(api.GET('/dashboard/api/billing/ledger.csv', { parseAs: 'blob' }))
}
