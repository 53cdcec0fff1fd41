import { useMutation } from '@tanstack/react-query'
import { answered, api } from '../../api/client.ts'
import type { paths } from '../../api/schema.ts'

/** A program that wants to sign in as whoever looks at it. */
export type Device =
  paths['/dashboard/api/device/find']['post']['responses'][200]['content']['application/json']

/** Finds the program that shows a code. */
export function useFindDevice() {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (userCode: string) =>
      answered(api.POST('/dashboard/api/device/find', { body: { userCode } })),
  })
}

/** Lets it sign in, or not. */
export function useDecideDevice() {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (body: { userCode: string; allow: boolean }) =>
      answered(api.POST('/dashboard/api/device/decide', { body })),
  })
}
