import { deflateSync } from 'node:zlib'
import { srgbProfile } from './colour-profile.ts'
import { type Draft, dictionaryIn, setEntries } from '../objects/draft.ts'
import type { Invoice, Metadata } from '../options.ts'
import { textOf, type Value } from '../objects/syntax.ts'
import { dateString, decodeText, textString } from '../objects/strings.ts'
import { xmpPacket } from './xmp.ts'

const PRODUCER = 'Platen'
/** Characters that XML cannot hold. They are removed everywhere, because both kinds of metadata have to be equal. */
const NOT_IN_XML = /[\p{Cc}\uFFFE\uFFFF]|\p{Cs}/gu

/**
 * Writes the metadata to the information dictionary and to XMP. Title and language come from the HTML when the call
 * does not set them.
 */
export function addMetadata(
  draft: Draft,
  {
    metadata = {},
    isArchive = false,
    isAccessible = false,
    invoice,
  }: { metadata?: Metadata; isArchive?: boolean; isAccessible?: boolean; invoice?: Invoice },
): void {
  const [info, catalog] = [dictionaryIn(draft, draft.info), dictionaryIn(draft, draft.catalog)]
  const text = (value: Value | undefined) => {
    if (value === undefined) return undefined
    const plain = decodeText(textOf(value)).replace(NOT_IN_XML, ' ')
    return plain === '' ? undefined : plain
  }
  const fields = {
    title: metadata.title ?? text(info.get('/Title')),
    author: metadata.author,
    subject: metadata.subject,
    keywords: metadata.keywords?.join(', '),
  }
  const language = metadata.language ?? text(catalog.get('/Lang'))
  const { createdAt } = metadata
  const date = createdAt === undefined ? undefined : dateString(createdAt)
  const entries: [string, string | undefined][] = [
    ['/Title', fields.title],
    ['/Author', fields.author],
    ['/Subject', fields.subject],
    ['/Keywords', fields.keywords],
    ['/Producer', PRODUCER],
  ]
  draft.objects.set(draft.info, {
    text: textOf(
      new Map<string, Value>([
        ...entries.flatMap(([key, value]) =>
          value === undefined ? [] : [[key, textString(value)] as const],
        ),
        ...(date === undefined ? [] : [['/CreationDate', date] as const, ['/ModDate', date] as const]),
      ]),
    ),
  })
  const packet = xmpPacket({
    ...fields,
    producer: PRODUCER,
    createdAt,
    language,
    isArchive,
    isAccessible,
    invoice,
  })
  // Not compressed, so that programs that do not parse PDF find the packet.
  const stream = { text: `<</Type /Metadata\n/Subtype /XML\n/Length ${packet.length}>>`, stream: packet }
  setEntries(draft, draft.catalog, {
    '/Metadata': draft.add(stream),
    ...(metadata.language !== undefined && { '/Lang': textString(metadata.language) }),
  })
}

/** Adds the output intent: the colour space of the document (ISO 19005-3, 6.2.3). */
export function addOutputIntent(draft: Draft): void {
  const profile = deflateSync(srgbProfile())
  const stream = { text: `<</N 3\n/Filter /FlateDecode\n/Length ${profile.length}>>`, stream: profile }
  const intent = [
    '/Type /OutputIntent',
    '/S /GTS_PDFA1',
    '/OutputConditionIdentifier (sRGB IEC61966-2.1)',
    '/Info (sRGB IEC61966-2.1)',
    `/DestOutputProfile ${draft.add(stream)}`,
  ]
  setEntries(draft, draft.catalog, { '/OutputIntents': [`<<${intent.join('\n')}>>`] })
}
