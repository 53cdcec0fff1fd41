import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import { createTenantUsage } from '../packages/capacity/src/tenant-usage.ts'
import { createTemplateHosts } from '../packages/renderer/src/fill/hosts.ts'
import { unprivilegedUsers } from '../packages/renderer/src/isolation/unprivileged.ts'

/** A document that every contender prints. */
export interface BenchDocument {
  name: string
  template: string
  elements: unknown[]
  /** The template filled with all elements, as one HTML document, for contenders without templates. */
  html: string
}

/** Returns the documents of the benchmark, filled by the service's template host. */
export async function benchDocuments(): Promise<BenchDocument[]> {
  const [invoice, report] = [await example('invoice'), await example('report')]
  await using hosts = await createTemplateHosts({
    usage: createTenantUsage(),
    count: 1,
    user: unprivilegedUsers().templateHost,
  })
  const document = async (name: string, template: string, elements: unknown[]): Promise<BenchDocument> => {
    const request = {
      tenant: 'bench',
      source: template,
      contentVersion: name,
      elements: JSON.stringify(elements),
    }
    return {
      name,
      template,
      elements,
      html: combined(await hosts.fill(request, AbortSignal.timeout(20_000))),
    }
  }
  return [
    await document('one page', invoice.template, [invoice.data]),
    await document('50 elements', invoice.template, numbered(invoice.data, 50)),
    await document('30 sheets', report.template, [withRows(report.data, 890)]),
    await document('20 images', IMAGES, [{ images: Array.from({ length: 20 }, (_, n) => image(n)) }]),
    await document('scripted chart', CHART, [
      { values: Array.from({ length: 40 }, (_, n) => (n * 37) % 101) },
    ]),
  ]
}

async function example(name: string): Promise<{ template: string; data: Record<string, unknown> }> {
  const read = (file: string) => readFile(new URL(`../examples/${name}/${file}`, import.meta.url), 'utf8')
  return { template: await read('template.hbs'), data: JSON.parse(await read('data.json')) }
}

function numbered(data: Record<string, unknown>, count: number): unknown[] {
  return Array.from({ length: count }, (_, n) => ({ ...data, number: `2026-${1_000 + n}` }))
}

/** Repeats the longest list of the report until it has the given number of rows. */
function withRows(data: Record<string, unknown>, rows: number): unknown {
  const lists = Object.entries(data).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  const [key, list] = lists.toSorted(([, one], [, other]) => other.length - one.length)[0] ?? ['', []]
  return { ...data, [key]: Array.from({ length: rows }, (_, row) => list[row % list.length]) }
}

/** Puts the bodies of all documents after the head of the first, each on new sheets. */
function combined(documents: string[]): string {
  const [first = ''] = documents
  const bodies = documents.map((html) => /<body[^>]*>([^]*)<\/body>/.exec(html)?.[1] ?? html)
  if (bodies.length === 1) return first
  const head = first.slice(0, first.search(/<body/))
  return `${head}<body>${bodies.map((body) => `<div style="break-before:page">${body}</div>`).join('')}</body></html>`
}

const IMAGES = `<!doctype html><html lang="en"><head><title>Pictures</title><style>
  @page { size: A4; margin: 12mm } body { margin: 0; display: grid; grid-template-columns: repeat(4, 1fr); gap: 4mm }
  img { width: 100% } figure { margin: 0; font: 9pt Inter }
</style></head><body>{{#each images}}<figure><img alt="Picture {{@index}}" src="{{this}}"><figcaption>Picture {{@index}}</figcaption></figure>{{/each}}</body></html>`

const CHART = `<!doctype html><html lang="en"><head><title>Chart</title><style>@page { size: A4; margin: 15mm } body { font: 10pt Inter }</style></head>
<body><h1>Chart</h1><div id="chart"></div><script>
  const values = {{{json values}}}
  const bars = values.map((value, n) => '<rect x="' + n * 10 + '" y="' + (110 - value) + '" width="8" height="' + value + '" fill="#2563eb"/>')
  document.getElementById('chart').innerHTML = '<svg viewBox="0 0 400 110" width="100%">' + bars.join('') + '</svg>'
</script></body></html>`

/** Returns a PNG of 320 by 240 pixels as a data URL, different for each seed. */
function image(seed: number): string {
  const [width, height] = [320, 240]
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * (width * 3 + 1) + 1 + x * 3
      rows.set([(x + seed * 11) & 255, (y + seed * 29) & 255, (x ^ y) & 255], at)
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const png = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${png.toString('base64')}`
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
