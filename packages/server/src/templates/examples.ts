import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** A ready-made template to start from. */
export interface Example {
  /** Name of the folder in `examples/`. */
  name: ExampleName
  title: string
  description: string
}

export const EXAMPLE_NAMES = [
  'invoice',
  'e-invoice',
  'e-invoice-fr',
  'letter',
  'report',
  'certificate',
  'ticket',
  'shipping-label',
] as const
export type ExampleName = (typeof EXAMPLE_NAMES)[number]

/** The examples in display order. */
export const EXAMPLES: readonly Example[] = [
  { name: 'invoice', title: 'Invoice', description: 'Line items with totals, taxes and a payment code' },
  {
    name: 'e-invoice',
    title: 'E-invoice',
    description: 'A German business letter (DIN 5008) for ZUGFeRD and XRechnung',
  },
  {
    name: 'e-invoice-fr',
    title: 'French e-invoice',
    description: 'A Factur-X invoice with the mentions that French law requires',
  },
  { name: 'letter', title: 'Letter', description: 'A welcome letter in many languages and scripts' },
  { name: 'report', title: 'Report', description: 'Several sheets with page numbers, tables and a chart' },
  { name: 'certificate', title: 'Certificate', description: 'Landscape, with a frame and signatures' },
  { name: 'ticket', title: 'Tickets', description: 'One page per ticket, each with its own code' },
  { name: 'shipping-label', title: 'Shipping label', description: 'A small sheet with barcodes' },
]

/** `examples/` of the installed package, or of the repository. */
const FOLDER =
  [new URL('../../examples/', import.meta.url)].find((folder) => existsSync(folder)) ??
  new URL('../../../../examples/', import.meta.url)

/** Reads the source of an example and its data as JSON text. */
export async function readExample(name: ExampleName): Promise<{ source: string; sampleData: string }> {
  const [source, sampleData] = await Promise.all(
    ['template.hbs', 'data.json'].map((file) => readFile(new URL(`${name}/${file}`, FOLDER), 'utf8')),
  )
  if (source === undefined || sampleData === undefined) throw new Error(`The example ${name} has no source`)
  return { source, sampleData: sampleData.trimEnd() }
}
