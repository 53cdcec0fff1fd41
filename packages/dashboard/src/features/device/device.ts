import { useMutation } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import type { components } from '../../api/schema.ts'

/** Device that requests a sign-in. */
export type Device = components['schemas']['Device']

/** Finds the device that shows a code. */
export function useFindDevice() {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (userCode: string) => unwrap(api.POST('/dashboard/api/device/find', { body: { userCode } })),
  })
}

/** Allows or denies the sign-in of a device. */
export function useDecideDevice() {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (body: { userCode: string; allow: boolean }) =>
      unwrap(api.POST('/dashboard/api/device/decide', { body })),
  })
}
