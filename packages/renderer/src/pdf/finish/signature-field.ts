import { Refusal } from '@platen/template/refusal'
import { type Draft, dictionaryIn, setEntries } from '../objects/draft.ts'
import { readPdf } from '../objects/read.ts'
import { EMPTY_STORE } from '../objects/security-store.ts'
import { emptySignature } from '../objects/signature-slot.ts'
import { dateString, textString } from '../objects/strings.ts'
import { referenceOf, textOf, type Value } from '../objects/syntax.ts'
import type { SignatureBox, SignatureField } from '../options.ts'
import { importSheet } from './import-sheet.ts'
import { sheetsBelow } from './page-ranges.ts'
import { boxOf } from './stamp.ts'

/** Flags of the annotation: printed (3) and locked (8). PDF/A forbids hidden ones. */
const FLAGS = 0b1000_0100
/** Distance of a box without a position from the bottom of its sheet, in points. */
const BOTTOM_MARGIN = 43
/** Flags of the form: it has signatures, and must only be changed by appending. */
const SIGNATURE_FLAGS = 3

/**
 * Adds a signature field with an empty signature (ISO 32000-2, 12.7.5.5, and ETSI EN 319 142-1), and an empty document
 * security store for long-term validation (ISO 32000-2, 12.8.4.3).
 * @param appearance a PDF of one sheet that a visible signature shows, as large as its box.
 * @throws {Refusal} `invalid` when the box is not on a sheet.
 */
export function addSignatureField(draft: Draft, field: SignatureField, appearance?: Buffer): void {
  const { signer, signedAt, reason, location, bytes, box } = field
  const texts = [
    ['/Reason', reason],
    ['/Location', location],
  ] as const
  const signature = draft.add({
    text: `<<${[
      // First, because the service finds the placeholder of the signature at the beginning of the file.
      emptySignature(bytes),
      '/Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached',
      `/M ${dateString(signedAt)}`,
      ...texts.flatMap(([key, text]) => (text === undefined ? [] : [`${key} ${textString(text)}`])),
    ].join('\n')}>>`,
  })
  draft.signature = referenceOf(signature)
  const sheet = sheetFor(draft, box)
  const form = appearance && importSheet(draft, readPdf(appearance)).reference
  const name = textString(`Digital signature: ${signer}`)
  const widget = draft.add({
    text: `<<${[
      '/Type /Annot /Subtype /Widget\n/FT /Sig',
      `/T (Signature1) /TU ${name} /V ${signature}`,
      `/F ${FLAGS} /P ${sheet} 0 R`,
      `/Rect ${textOf(box ? rectangleOf(draft, sheet, box) : ['0', '0', '0', '0'])}`,
      ...(form === undefined ? [] : [`/AP <</N ${form}>>`]),
    ].join('\n')}>>`,
  })
  const annotations = [dictionaryIn(draft, sheet).get('/Annots') ?? []].flat()
  setEntries(draft, sheet, { '/Annots': [...annotations, widget], '/Tabs': '/S' })
  const store = field.hasSecurityStore === true ? draft.add({ text: EMPTY_STORE }) : undefined
  if (store !== undefined) draft.securityStore = referenceOf(store)
  setEntries(draft, draft.catalog, {
    '/AcroForm': `<</Fields [${widget}] /SigFlags ${SIGNATURE_FLAGS}>>`,
    // The kind of signature (level 1) and the store (level 5) are newer than PDF 1.7.
    '/Extensions': `<</ESIC <</BaseVersion /1.7 /ExtensionLevel ${store === undefined ? 1 : 5}>>>>`,
    ...(store !== undefined && { '/DSS': store }),
  })
  addTag(draft, { widget: referenceOf(widget), sheet, name })
}

/** Returns the sheet of the field. @throws {Refusal} when it does not exist. */
function sheetFor(draft: Draft, box: SignatureBox | undefined): number {
  const sheets = sheetsBelow(draft, referenceOf(dictionaryIn(draft, draft.catalog).get('/Pages')))
  const { sheet: requested } = box ?? { sheet: 1 }
  const sheet = sheets.at(requested > 0 ? requested - 1 : requested)
  if (sheet !== undefined) return sheet
  throw new Refusal(
    'invalid',
    `options.sign.visible.sheet is ${requested}, but the PDF has ${sheets.length} ${sheets.length === 1 ? 'sheet' : 'sheets'}.`,
  )
}

/** Returns the rectangle of a box in the coordinates of its sheet. @throws {Refusal} when it is not on the sheet. */
function rectangleOf(draft: Draft, number: number, box: SignatureBox): Value {
  const sheet = boxOf(dictionaryIn(draft, number))
  const { left, width, height, top = Math.max(0, sheet.height - BOTTOM_MARGIN - height) } = box
  if (left + width > sheet.width || top + height > sheet.height) {
    throw new Refusal(
      'invalid',
      `options.sign.visible ends ${left + width} points from the left and ${top + height} points from the top, but the sheet has ${sheet.width} by ${sheet.height} points.`,
    )
  }
  const [x, y] = [sheet.left + left, sheet.bottom + sheet.height - top - height]
  return [x, y, x + width, y + height].map((value) => String(Number(value.toFixed(3))))
}

/** Adds the field to the tags, as PDF/UA requires (ISO 14289-1, 7.18.4). */
function addTag(
  draft: Draft,
  { widget, sheet, name }: { widget: number; sheet: number; name: string },
): void {
  const root = dictionaryIn(draft, draft.catalog).get('/StructTreeRoot')
  if (root === undefined) return
  const number = referenceOf(root)
  const structure = dictionaryIn(draft, number)
  const tree = structure.get('/ParentTree')
  const key = Number(structure.get('/ParentTreeNextKey'))
  const pairs = tree instanceof Map ? tree.get('/Nums') : undefined
  if (!Array.isArray(pairs) || !Number.isInteger(key)) throw new Error('The tags have no parent tree')
  const element = draft.add({
    text: `<</S /Form\n/P ${number} 0 R\n/Pg ${sheet} 0 R\n/Alt ${name}\n/K <</Type /OBJR /Obj ${widget} 0 R>>>>`,
  })
  setEntries(draft, widget, { '/StructParent': String(key) })
  setEntries(draft, number, {
    '/K': [structure.get('/K') ?? [], element].flat(),
    '/ParentTree': new Map([['/Nums', [...pairs, String(key), element]]]),
    '/ParentTreeNextKey': String(key + 1),
  })
}
