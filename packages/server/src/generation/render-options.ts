import type { PdfOptions } from '@platen/renderer/service'
import type { Services } from '../services.ts'
import { type PreparedSignature, prepareSignature, type SignOption } from '../signing/sign-pdf.ts'

/** Options of a call for its PDF: those of the renderer, and the signature of the finished PDF. */
export type RenderOptions = PdfOptions & { sign?: SignOption }

/**
 * Prepares the signature of a call, if it has one.
 * @returns the options for the renderer, and the signature.
 * @throws {Refusal} as `prepareSignature`.
 */
export async function prepareOptions(
  services: Pick<Services, 'database' | 'signing'>,
  { accountId, options }: { accountId: string; options?: RenderOptions | null | undefined },
): Promise<{ options: PdfOptions | null; signature: PreparedSignature | undefined }> {
  if (!options?.sign) return { options: options ?? null, signature: undefined }
  const { sign, ...others } = options
  return { options: others, signature: await prepareSignature(services, accountId, sign) }
}
