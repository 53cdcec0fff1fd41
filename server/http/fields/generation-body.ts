import type { Static } from 'typebox'
import { Refusal } from '../../errors.ts'
import type { GenerationRequest } from '../../generation/accept.ts'
import { isEmailAddress } from '../../mail/addresses.ts'
import { type OptionsCall, readPdfOptions } from './pdf-options.ts'
import type { RenderBody } from '../schemas/schemas.ts'

/**
 * What a body asks to be made, whoever has sent it.
 * @throws {Refusal} `invalid` for a recipient whose address is none that we send to, and as `readPdfOptions`.
 */
export async function readGeneration(
  { templateId, data, sendEmail = [], options }: Static<typeof RenderBody>,
  call: OptionsCall,
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

/** Nobody gets the same PDF twice; the part before the @ is its owner's to read, the domain has no case. */
function distinctRecipients(addresses: string[]): string[] {
  const wrong = addresses.find((address) => !isEmailAddress(address))
  if (wrong !== undefined) {
    throw new Refusal('invalid', `sendEmail holds ${JSON.stringify(wrong)}, which is not an e-mail address.`)
  }
  const normalized = addresses.map((address) => {
    const at = address.lastIndexOf('@')
    return address.slice(0, at) + address.slice(at).toLowerCase()
  })
  return [...new Set(normalized)]
}
