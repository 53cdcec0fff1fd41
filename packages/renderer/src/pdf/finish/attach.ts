import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { type Draft, setEntries } from '../objects/draft.ts'
import type { Attachment } from '../options.ts'
import { decodeBytes, dateString, hexString, pdfName, textString } from '../objects/strings.ts'

/** Embeds files: each is in the list of attachments that readers show, and associated with the whole document. */
export function addAttachments(draft: Draft, attachments: Attachment[]): void {
  const files = attachments.map((attachment) => ({
    // A name tree is sorted by the bytes of its names.
    key: textString(attachment.name),
    reference: draft.add({ text: specification(draft, attachment) }),
  }))
  const sorted = files.toSorted((one, other) => Buffer.compare(decodeBytes(one.key), decodeBytes(other.key)))
  const names = sorted.flatMap(({ key, reference }) => [key, reference])
  setEntries(draft, draft.catalog, {
    '/Names': new Map([['/EmbeddedFiles', new Map([['/Names', names]])]]),
    '/AF': files.map(({ reference }) => reference),
  })
}

function specification(draft: Draft, attachment: Attachment): string {
  const { name, description, relationship } = attachment
  const file = draft.add(embedded(draft, attachment))
  return `<<${[
    '/Type /Filespec',
    // Old readers use only this name: it is safe as a file name on every system.
    `/F ${textString(name.replace(/[^\x20-\x7e]/g, '_'))}`,
    `/UF ${textString(name)}`,
    ...(description === undefined ? [] : [`/Desc ${textString(description)}`]),
    `/AFRelationship /${relationship}`,
    `/EF <</F ${file} /UF ${file}>>`,
  ].join('\n')}>>`
}

function embedded(draft: Draft, { content, mimeType, modifiedAt }: Attachment) {
  const bytes = Buffer.from(content, 'base64')
  const stream = deflateSync(bytes)
  const parameters = [
    `/Size ${bytes.length}`,
    `/ModDate ${dateString(modifiedAt)}`,
    `/CheckSum ${hexString(createHash('md5').update(bytes).digest())}`,
  ]
  const entries = [
    '/Type /EmbeddedFile',
    `/Subtype ${pdfName(mimeType)}`,
    `/Params ${draft.add({ text: `<<${parameters.join('\n')}>>` })}`,
    '/Filter /FlateDecode',
    `/Length ${stream.length}`,
  ]
  return { text: `<<${entries.join('\n')}>>`, stream }
}
