import type { Static } from 'typebox'
import { Refusal } from '@platen/template/refusal'
import type { GenerationRequest } from '../../generation/accept.ts'
import { isEmailAddress } from '../../mail/addresses.ts'
import { type PdfOptionsContext, readPdfOptions } from './pdf-options.ts'
import type { RenderBody } from '../schemas/schemas.ts'

/**
 * Reads the fields of a render from a body, for calls of the API and of the dashboard.
 * @throws {Refusal} `invalid` for a recipient that is not an e-mail address, and the errors of `readPdfOptions`.
 */
export async function readGeneration(
  { templateId, data, sendEmail = [], options }: Static<typeof RenderBody>,
  call: PdfOptionsContext,
): Promise<
  Pick<GenerationRequest, 'templateId' | 'elements' | 'isList' | 'recipients' | 'fileName' | 'options'>
> {
  const isList = Array.isArray(data)
  const elements = isList ? data : [data]
  return {
    templateId,
    elements,
    isList,
    recipients: distinctRecipients(sendEmail),
    ...(await readPdfOptions(options, elements.length, call)),
  }
}

/** Returns the recipients without duplicates. The domain is case-insensitive, the part before the @ is not. */
function distinctRecipients(addresses: string[]): string[] {
  const invalid = addresses.find((address) => !isEmailAddress(address))
  if (invalid !== undefined) {
    throw new Refusal(
      'invalid',
      `sendEmail contains ${JSON.stringify(invalid)}, which is not an e-mail address.`,
    )
  }
  const normalized = addresses.map((address) => {
    const at = address.lastIndexOf('@')
    return address.slice(0, at) + address.slice(at).toLowerCase()
  })
  return [...new Set(normalized)]
}
