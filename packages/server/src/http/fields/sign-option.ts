import type { SignatureBox } from '@platen/renderer/service'
import type { SignOption } from '../../signing/sign-pdf.ts'
import type { SignOptionBody } from '../schemas/option-schemas.ts'

/** Box of a visible signature, in points: at the bottom left of the first sheet. */
const DEFAULT_BOX: SignatureBox = { sheet: 1, left: 57, width: 200, height: 56 }

/** Reads the option `sign`, whose texts are checked. */
export function signOptionFrom(body: SignOptionBody): SignOption {
  const { certificate, level = 'B-B', reason, location, visible } = body
  return {
    certificate,
    level,
    ...(reason !== undefined && { reason }),
    ...(location !== undefined && { location }),
    ...(visible && { box: { ...DEFAULT_BOX, ...visible } }),
  }
}
