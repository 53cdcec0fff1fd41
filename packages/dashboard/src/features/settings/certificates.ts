import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { components } from '../../api/schema.ts'

/** Certificate with which PDFs are signed. */
export type Certificate = components['schemas']['Certificate']

/** Query of the certificates of the account. `canAdd` is false when the service cannot store certificates. */
export const certificatesQuery = queryOptions({
  queryKey: ['certificates'],
  queryFn: ({ signal }) => unwrap(api.GET('/dashboard/api/certificates', { signal })),
})

/** Adds a certificate from a file. */
export function useAddCertificate() {
  return useMutation({
    meta: { shownInline: true },
    // The variables contain a password.
    gcTime: 0,
    mutationFn: async ({ name, file, password }: { name: string; file: File; password: string }) => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const content = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
      return await unwrap(api.POST('/dashboard/api/certificates', { body: { name, content, password } }))
    },
    onSuccess: refresh,
  })
}

/** Deletes a certificate. */
export function useRemoveCertificate() {
  return useMutation({
    meta: { failureTitle: 'The certificate was not deleted' },
    mutationFn: (name: string) =>
      unwrap(api.DELETE('/dashboard/api/certificates/{name}', { params: { path: { name } } })),
    onSuccess: refresh,
  })
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries(certificatesQuery)
}
