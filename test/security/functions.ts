import assert from 'node:assert/strict'
import { withArtifacts } from '../../packages/renderer/src/pdf/finish/artifacts.ts'
import { Readable } from 'node:stream'
import { readCsv } from '../../packages/server/src/batches/files/csv.ts'
import { readJsonLines } from '../../packages/server/src/batches/files/json-lines.ts'
import { parsePath } from '../../packages/server/src/batches/files/paths.ts'
import { rowsOfTable } from '../../packages/server/src/batches/files/rows.ts'
import { csvLine } from '../../packages/server/src/csv.ts'
import { rankPassages, wordsOf } from '../../packages/documentation/src/page/ranking.js'
import { indexPages } from '../../packages/documentation/src/search.ts'
import { openSite } from '../../packages/documentation/src/site.ts'
import { readInvoice, readSpecification } from '../../packages/einvoice/src/index.ts'
import { hostEntry } from '../../packages/renderer/src/egress/rules.ts'
import { fileNameOf } from '../../packages/server/src/generation/urls.ts'
import { parseBody, readLargeBody } from '../../packages/server/src/http/bodies/json-bodies.ts'
import { parsePreconditions } from '../../packages/server/src/http/protocol/etags.ts'
import { sanitizeFileName } from '../../packages/server/src/http/fields/file-names.ts'
import { parseJsonText } from '../../packages/server/src/http/bodies/json-texts.ts'
import { mediaTypeFor } from '../../packages/server/src/http/protocol/media-types.ts'
import { networkOf } from '../../packages/server/src/http/network.ts'
import { pageAfterSignIn } from '../../packages/server/src/http/pages/page-paths.ts'
import { passwordBytes } from '../../packages/server/src/http/fields/passwords.ts'
import { readPdfOptions } from '../../packages/server/src/http/fields/pdf-options.ts'
import { decodeSource, plainSource } from '../../packages/server/src/http/fields/template-source.ts'
import { requirePlainText } from '../../packages/server/src/http/fields/plain-text.ts'
import { PdfOptionsBody } from '../../packages/server/src/http/schemas/option-schemas.ts'
import { detectAssetType } from '../../packages/template/src/asset-types.ts'
import { isEmailAddress } from '../../packages/server/src/mail/addresses.ts'
import { mailHtml, subjectName } from '../../packages/server/src/mail/mail-layout.ts'
import { shortened } from '../../packages/mcp/src/texts.ts'
import { assemblePdf } from '../../packages/renderer/src/pdf/assemble.ts'
import { hasMissingGlyphs, showsMissingGlyph } from '../../packages/renderer/src/pdf/glyphs.ts'
import { removeUnsafeLink } from '../../packages/renderer/src/pdf/merge/links.ts'
import { readPdf } from '../../packages/renderer/src/pdf/objects/read.ts'
import { areaWidth, isAtFullSize } from '../../packages/renderer/src/pdf/content-area.ts'
import { blankSheetsAtEnd, longestSide } from '../../packages/renderer/src/pdf/sheets.ts'
import { parseValue, renumberReferences } from '../../packages/renderer/src/pdf/objects/syntax.ts'
import { decodeBytes, decodeText, textString } from '../../packages/renderer/src/pdf/objects/strings.ts'
import { mayRunScripts, mayBeRightToLeft, mayLoad } from '../../packages/renderer/src/print/html-features.ts'
import { readMessages } from '../../packages/renderer/src/print/chromium/messages.ts'
import { mergeWarnings } from '../../packages/renderer/src/print/warnings.ts'
import { dispositionOf } from '../../packages/server/src/storage/disposition.ts'
import { type Row, row } from './growth.ts'
import { LARGE_PDFS, manySheets } from './large-pdfs.ts'

const MIB = 1024 * 1024
const HEADER = 16 * 1024
/** The longest short field in the schemas. */
const FIELD = 2_000
const BODY = 6.5 * MIB
const ELEMENT = 5 * MIB
const SOURCE = 5 * MIB
const XML = MIB
const PDF = 8 * MIB
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'
const INVOICE = 'xmlns="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"'

/** Texts that are hard for patterns with `part`: many repetitions of it, and long runs around it. */
const around = (...parts: string[]): Record<string, (n: number) => string> =>
  Object.fromEntries(
    parts.flatMap((part): [string, (n: number) => string][] => [
      [`${part} again and again`, (n) => part.repeat(n / part.length)],
      [`${part} and spaces`, (n) => `${part}${' '.repeat(n)}!`],
      [`${part} and letters`, (n) => `${part}${'a'.repeat(n)}!`],
    ]),
  )

const bytes = (inputs: Record<string, (n: number) => string>) =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, make]) => [name, (n: number) => Buffer.from(make(n), 'latin1')]),
  )

const xml = (inputs: Record<string, (n: number) => string>) =>
  bytes(
    Object.fromEntries(
      Object.entries(inputs).map(([name, make]) => [
        name,
        (n: number) => `<CrossIndustryInvoice ${INVOICE}>${make(n)}</CrossIndustryInvoice>`,
      ]),
    ),
  )

/** Content at the depth that an invoice may have. */
const deep = (open: string, content: string) => `${open.repeat(36)}${content}${'</a>'.repeat(36)}`

/** Inputs of the functions that read the XML of invoices. */
const INVOICES = xml({
  'texts at the greatest depth': (n) => deep('<a>', '<b/>x'.repeat(n / 5)),
  'long names': (n) => `<${'a'.repeat(200)}/>`.repeat(n / 203),
  'one long name': (n) => `<${'a'.repeat(n)}/>`,
  entities: (n) => '&amp;'.repeat(n / 5),
  elements: (n) => '<a/>'.repeat(n / 4),
  attributes: (n) =>
    `<a ${Array.from({ length: 50 }, (_, i) => `b${i}="${'x'.repeat(n / 50)}"`).join(' ')}/>`,
  'elements with attributes': (n) => '<a b="c" d="e" f="g"/>'.repeat(n / 22),
  namespaces: (n) => '<a xmlns:b="c"><b:d/></a>'.repeat(n / 25),
  'a namespace from far away': (n) => `<q xmlns:q="q">${deep('<a>', '<q:a/>'.repeat(n / 6))}</q>`,
  'declarations within many others': (n) =>
    deep(
      `<a ${Array.from({ length: 49 }, (_, i) => `xmlns:b${i}="c"`).join(' ')}>`,
      '<a xmlns="c"/>'.repeat(n / 14),
    ),
  'a long namespace': (n) => `<q xmlns:q="${'q'.repeat(n / 2)}">${'<q:a>1</q:a>'.repeat(n / 24)}</q>`,
  'line breaks of Windows': (n) => `${'A'.repeat(76)}\r\n`.repeat(n / 78),
  'line breaks of old Macs': (n) => '\r'.repeat(n),
  comments: (n) => '<!---->'.repeat(n / 7),
  'a comment': (n) => `<!--${'- '.repeat(n / 2)}-->`,
  sections: (n) => '<![CDATA[]]>'.repeat(n / 12),
  brackets: (n) => ']'.repeat(n),
  instructions: (n) => '<?a?>'.repeat(n / 5),
  'open tags': (n) => '<'.repeat(n),
})

/** UBL invoice with a content. */
const ubl = (content: string) =>
  `<Invoice xmlns="${UBL}:Invoice-2" xmlns:c="${UBL}:CommonAggregateComponents-2" xmlns:b="${UBL}:CommonBasicComponents-2">${content}</Invoice>`

const JSON_BODIES = bytes({
  'distinct keys': (n) =>
    JSON.stringify({ data: Object.fromEntries(Array.from({ length: n / 32 }, (_, i) => [`key${i}`, i])) }),
  'keys beside data': (n) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: n / 32 }, (_, i) => [`key${i}`, i]))),
  depth: (n) => '['.repeat(n),
  objects: (n) => `[${'{"a":1},'.repeat(n / 8)}0]`,
  elements: (n) => `{"data":[${'{"a":1},'.repeat(n / 8)}0]}`,
  'escaped quotes': (n) => JSON.stringify({ data: ['"'.repeat(n / 2)] }),
  backslashes: (n) => JSON.stringify('\\'.repeat(n / 2)),
  'a string that does not end': (n) => `"${'\\"'.repeat(n / 2)}`,
  digits: (n) => '1'.repeat(n),
  'long integers': (n) => `{"data":[${'9007199254740993,'.repeat(n / 17)}0]}`,
  'long integers in strings': (n) => `{"data":[${'"9007199254740993",'.repeat(n / 19)}0]}`,
  'a long integer behind backslashes': (n) => `[${JSON.stringify('\\"'.repeat(n / 4))},9007199254740993]`,
})

const SITE = openSite()
const PAGES = await Promise.all(
  (await SITE.contents()).flatMap(({ entries }) => entries).map(({ name }) => SITE.page(name)),
)
const INDEX = indexPages(
  PAGES.filter((page) => page !== undefined).map((page) => ({ page, forContributors: false })),
)

/** PDF options that are one text. New ones are measured without a row of their own. */
const TEXT_OPTIONS = Object.entries(PdfOptionsBody.properties).flatMap(([name, schema]) =>
  'maxLength' in schema ? [name] : [],
)

function readTextOptions(text: string): void {
  for (const name of TEXT_OPTIONS) {
    const call = {
      accountId: 'x',
      deadline: AbortSignal.abort(),
      einvoices: { create: () => assert.fail(), readSpecification: () => assert.fail() },
    }
    // It reads all options but invoices before it returns, and may reject them.
    readPdfOptions({ [name]: text }, 1, call).catch(() => {})
  }
}

/**
 * Functions of the service's process and threads that read text or bytes of callers, or the PDF of a caller's document.
 * Add a row for each new function. Template hosts are not listed: they have their own limits.
 */
export const FUNCTIONS: Row[] = [
  // HTML
  row('isScripted', ELEMENT, mayRunScripts, around('<meta', '<', ' on', ';base64,', '(', 'javascript', '"')),
  row('mayBeRightToLeft', ELEMENT, mayBeRightToLeft, around('dir', 'dir=', ';base64,', '=', ' ', 'rt')),
  row('mayLoad', ELEMENT, mayLoad, around(' src', 'background', 'url', '<', '@')),
  // PDFs
  row('assemblePdf', PDF, (pdf: Buffer) => assemblePdf([pdf]), LARGE_PDFS),
  row('assemblePdf of many parts', 2 * MIB, assemblePdf, {
    'many parts': (n: number) =>
      Array.from({ length: n / 1_000 }, () => LARGE_PDFS['a long title']?.(100) ?? Buffer.alloc(0)),
  }),
  row(
    'assemblePdf to PDF/A',
    PDF,
    (pdf: Buffer) => assemblePdf([pdf], { options: { isArchive: true } }),
    LARGE_PDFS,
  ),
  row(
    'assemblePdf of a range',
    PDF,
    (pdf: Buffer) => assemblePdf([pdf], { options: { pageRanges: [{ first: 1, last: 1 }] } }),
    LARGE_PDFS,
  ),
  row(
    'assemblePdf of a range of many sheets',
    20_000,
    (pdf: Buffer) => assemblePdf([pdf], { options: { pageRanges: [{ first: 2, last: 2 }] } }),
    { sheets: manySheets },
  ),
  row('lacksGlyphs', PDF, (pdf: Buffer) => hasMissingGlyphs(readPdf(pdf)), LARGE_PDFS),
  row('lacksGlyphs of many sheets', 20_000, (pdf: Buffer) => hasMissingGlyphs(readPdf(pdf)), {
    sheets: manySheets,
  }),
  row('blankSheetsAtEnd', 20_000, (pdf: Buffer) => blankSheetsAtEnd(readPdf(pdf)), { sheets: manySheets }),
  row('longestSide', 20_000, (pdf: Buffer) => longestSide(readPdf(pdf)), { sheets: manySheets }),
  row('isAtFullSize', 20_000, (pdf: Buffer) => isAtFullSize(readPdf(pdf)), { sheets: manySheets }),
  row('areaWidth', PDF, (pdf: Buffer) => areaWidth(readPdf(pdf)), LARGE_PDFS),
  row('showsMissingGlyph', PDF, showsMissingGlyph, around('<0000', '<', '> Tj', '<00010002> Tj\n')),
  row('parseValue', PDF, parseValue, {
    ...around('(', '<<', '[', '1 0 R ', '<41', '/a', '1 1 '),
    'a long string': (n) => `(${'a'.repeat(n)})`,
    'a long array of references': (n) => `[${'1 0 R '.repeat(n / 6)}]`,
  }),
  row('renumbered', PDF, (text: string) => renumberReferences(text, (number) => number), {
    ...around('1 0 R', '(', '1', '()'),
    'a long string': (n) => `(${'\\)'.repeat(n / 2)})`,
  }),
  row('withoutUnsafeLink', PDF, removeUnsafeLink, {
    'a long address': (n: number) => `<</Type /Annot\n/A <</URI (http://${'a.invalid'.repeat(n / 9)})>>>>`,
  }),
  row('bytesFrom', PDF, decodeBytes, { escapes: (n: number) => `(${'\\050'.repeat(n / 4)})` }),
  row('textFrom', PDF, decodeText, { hexadecimal: (n: number) => `<FEFF${'00E9'.repeat(n / 4)}>` }),
  row('textString', PDF, textString, around('(', '\\', 'é')),
  row('withArtifacts', PDF, withArtifacts, {
    'one path': (n: number) => `0 0 m\n${'1 1 l\n'.repeat(n / 6)}S`,
    paths: (n: number) => '0 0 1 1 re\nf\n'.repeat(n / 13),
    texts: (n: number) => `BT\n${'<0041> Tj\n'.repeat(n / 10)}ET`,
    tags: (n: number) => '/P <</MCID 0>>BDC\n'.repeat(n / 18),
  }),
  // Invoices
  row('readSpecification', XML, (text: Buffer) => readSpecification(text.toString()), INVOICES),
  row('readInvoice', XML, (text: Buffer) => readInvoice(text.toString()), {
    ...INVOICES,
    ...bytes({
      lines: (n) => ubl('<c:InvoiceLine><b:ID>1</b:ID></c:InvoiceLine>'.repeat(n / 46)),
      'repeated elements': (n) => ubl('<b:ID>1</b:ID>'.repeat(n / 14)),
      'references of a line': (n) =>
        ubl(`<c:InvoiceLine>${'<b:X/><c:DocumentReference/>'.repeat(n / 28)}</c:InvoiceLine>`),
      'unknown elements': (n) => ubl('<b:Unknown/>'.repeat(n / 12)),
      'a file with white space': (n) =>
        ubl(`<b:EmbeddedDocumentBinaryObject>${' '.repeat(n)}</b:EmbeddedDocumentBinaryObject>`),
      'a price with many digits': (n) => ubl(`<b:ID>${'9'.repeat(n)}</b:ID>`),
    }),
  }),
  // JSON and bodies
  row('valueIn', BODY, (bytes: Buffer) => parseBody(bytes, true), JSON_BODIES),
  row('readLargeBody', BODY, (bytes: Buffer) => readLargeBody({ bytes, hasData: true }), JSON_BODIES),
  row('jsonFrom', BODY, (text: Buffer) => parseJsonText(text.toString(), 'x', BODY), JSON_BODIES),
  row('decodeSource', BODY, decodeSource, around('A', 'QUFB', '=', '-')),
  row('plainSource', SOURCE, plainSource, around('{{', '\uFEFF', 'é')),
  row(
    'refuseUnlessPlain',
    FIELD,
    (description: string) => requirePlainText({ description }),
    around('\r', '\0'),
  ),
  row('savedName', FIELD, (name: string) => sanitizeFileName(name, 'x'), around('.', ' ', 'CON', '\u0301')),
  row('readPdfOptions', FIELD, readTextOptions, around(',', '-', '1-', ' ', '1 ', '.')),
  row(
    'passwordBytes',
    FIELD,
    (password: string) => passwordBytes(password, 'x'),
    around('\u00AD', '\u3000', '\u0301'),
  ),
  row('isEmailAddress', FIELD, isEmailAddress, around('a.', '@', 'a@a.', 'a-')),
  row(
    'detectAssetType',
    BODY,
    (content: Buffer) => detectAssetType(content, undefined),
    bytes({
      ...around('<svg', '<!--', '<!---->', '<?a?>', '<!DOCTYPE>', '<!'),
      'a JPEG of empty segments': (n) => `\u00ff\u00d8${'\u00ff\u00e0\0\0'.repeat(n / 4)}`,
      'a JPEG of fill bytes': (n) => `\u00ff\u00d8${'\u00ff'.repeat(n)}`,
      'a font of many tables': (n) => `OTTO\u00ff\u00ff\0\0\0\0\0\0${'\0'.repeat(n)}`,
    }),
  ),
  // Headers, paths and queries
  row(
    'mediaTypeFor',
    HEADER,
    mediaTypeFor,
    around('a/b,', '"', '",', 'a/b;', 'a/b;q=0.', ';', 'application/pdf,'),
  ),
  row(
    'versionOrNoneSeen',
    HEADER,
    (tag: string) => parsePreconditions({ 'if-match': tag, 'if-none-match': tag }),
    around('"', '*', 'a'),
  ),
  row('networkOf', HEADER, networkOf, around(':', '1.', '::', '0', '1:')),
  row('pageGoneTo', HEADER, pageAfterSignIn, around('/', '/templates/', '..')),
  row('dispositionOf', HEADER, dispositionOf, around('"', 'é', "'")),
  row('hostEntry', HEADER, hostEntry, around('a.', '-', '*.')),
  row('find', HEADER, (query: string) => rankPassages(query, INDEX), around('a ', 'template')),
  row('wordsOf', HEADER, wordsOf, around(' ', 'a ')),
  // Texts that are displayed, sent or written
  row('fileNameOf', FIELD, fileNameOf, around('. ', ' ', '\u0301', '/')),
  row('plainName', FIELD, subjectName, around(' ', '<', 'é')),
  row(
    'letterHtml',
    FIELD,
    (name: string) => mailHtml({ heading: name, name, about: name, small: name }),
    around('<', '&'),
  ),
  row(
    'readCsv',
    BODY,
    (text: string) => readCsv(Buffer.from(`a\n${text}`), { rowsMax: 10_000 }),
    around('"', ',', '\n', ';'),
  ),
  row(
    'readJsonLines',
    BODY,
    (text: string) => readJsonLines(Buffer.from(text), { rowsMax: 10_000 }),
    around('[', '"', '\\', '\n'),
  ),
  row('parsePath', FIELD, (text: string) => parsePath(text, 'path'), around('a[', '.', '[0]', ']')),
  row(
    'rowsOfTable',
    10_000,
    (rows: string[][]) => rowsOfTable({ columns: ['name'], rows }, { fileName: '{name}' }),
    { 'the same file name': (n: number) => Array.from({ length: n }, () => ['Ada']) },
  ),
  row('csvLine', BODY, (cell: string) => csvLine([cell]), around('"', '=', ' ')),
  row('shortened', BODY, (text: string) => shortened(text, 1_000), around('a', ' ')),
  row(
    'joinWarnings',
    100_000,
    (subjects: string[]) =>
      mergeWarnings(subjects.map((subject) => ({ kind: 'image-missing', subject, count: 1 }))),
    {
      'different subjects': (n: number) => Array.from({ length: n }, (_, index) => `x${index}`),
    },
  ),
  // Messages of Chromium
  row('readMessages', PDF, (chunks: Buffer[]) => deliver(chunks), {
    'a message in many parts': (n: number) => [
      Buffer.from('{"method":"x","params":{"y":"'),
      ...Array.from({ length: n / 1_000 }, () => Buffer.alloc(1_000, 'a')),
      Buffer.from('"}}\0'),
    ],
    'data in many parts': (n: number) => [
      Buffer.from('{"id":1,"result":{"data":"'),
      ...Array.from({ length: n / 1_000 }, () => Buffer.alloc(1_001, 'A')),
      Buffer.from('"}}\0'),
    ],
    'many messages': (n: number) => [Buffer.from('{"method":"x"}\0'.repeat(n / 15))],
  }),
]

function deliver(chunks: Buffer[]): void {
  const stream = new Readable({ read: () => {} })
  readMessages(
    stream,
    () => {},
    () => {},
  )
  for (const chunk of chunks) stream.emit('data', chunk)
}
