import type { EinvoiceFormat, EinvoiceProfile, EinvoiceValidation } from '@platen/client'
import type { CallerCall } from '../caller.ts'
import { type CommandDefinitions, examples, Option, type Result, UsageError } from '../command.ts'
import { readObject } from '../data.ts'
import { readBytes, writeFileAtomically } from '../files.ts'
import { formatCount, withoutControls } from '../output/texts.ts'

const FORMATS = [
  'facturx',
  'xrechnung-cii',
  'xrechnung-ubl',
  'peppol-bis-3',
] as const satisfies EinvoiceFormat[]
const PROFILES = [
  'BASIC WL',
  'BASIC',
  'EN 16931',
  'EXTENDED',
  'XRECHNUNG',
] as const satisfies EinvoiceProfile[]

const format = () => new Option('-f, --format <FORMAT>', 'Format of the e-invoice.').choices(FORMATS)
const profile = () =>
  new Option('--profile <PROFILE>', 'Profile of the format facturx. Default: EN 16931.').choices(PROFILES)

/** Commands for electronic invoices of EN 16931. */
export const einvoiceCommands: CommandDefinitions<CallerCall> = {
  'einvoices create': (command, run) =>
    command
      .description(
        'Completes and checks an invoice of the JSON model, and prints the XML. Nothing is charged. For a PDF with the XML: platen generate with the option einvoice.',
      )
      .argument('<FILE>', 'JSON file with the invoice.')
      .addOption(format().makeOptionMandatory())
      .addOption(profile())
      .option('-o, --output <FILE>', 'Write the XML to this file.')
      .addHelpText('after', examples('platen einvoices create invoice.json -f xrechnung-ubl -o invoice.xml'))
      .action((file, { output, format, profile }) =>
        run(async ({ client, signal }) => {
          const invoice = await readObject(file)
          const { einvoices } = await client()
          const created = await einvoices.create({ format, profile, invoice }, { signal })
          return await printed(created.xml, output, created)
        }),
      ),
  'einvoices check': (command, run) =>
    command
      .description(
        'Checks an invoice against EN 16931 and the rules of its format. A file that ends in .json is an invoice of the JSON model and requires --format. Other files are XML or PDF: their format is the one that they name. The exit code is 1 if a rule is broken.',
      )
      .argument('<FILE>', 'JSON, XML or PDF file.')
      .addOption(format())
      .addOption(profile())
      .addHelpText(
        'after',
        examples('platen einvoices check invoice.json -f facturx', 'platen einvoices check invoice.pdf'),
      )
      .action((file, { format, profile }) =>
        run(async ({ client, signal }) => {
          const request = await requestFor(file, format, profile)
          const { einvoices } = await client()
          const result = await einvoices.validate(request, { signal })
          return { text: formatValidation(result), json: result, failed: !result.valid }
        }),
      ),
  'einvoices extract': (command, run) =>
    command
      .description('Prints the XML of an e-invoice. With --json, prints the invoice in the JSON model.')
      .argument('<FILE>', 'PDF or XML file.')
      .option('-o, --output <FILE>', 'Write the XML to this file.')
      .addHelpText('after', examples('platen einvoices extract invoice.pdf -o invoice.xml'))
      .action((file, { output }) =>
        run(async ({ client, signal }) => {
          const extracted = await (await client()).einvoices.extract(await readBytes(file), { signal })
          return await printed(extracted.xml, output, extracted)
        }),
      ),
}

async function requestFor(
  file: string,
  format: EinvoiceFormat | undefined,
  profile: EinvoiceProfile | undefined,
) {
  if (!file.endsWith('.json')) return { content: await readBytes(file), format, profile }
  if (format === undefined) throw new UsageError('--format is required for a JSON file.')
  return { invoice: await readObject(file), format, profile }
}

async function printed(xml: string, output: string | undefined, json: object): Promise<Result> {
  if (output === undefined) return { text: xml, json }
  await writeFileAtomically(output, xml)
  return { text: `Wrote ${withoutControls(output)}.`, json }
}

function formatValidation({
  valid,
  format,
  profile,
  violations,
  violationCount,
}: EinvoiceValidation): string {
  const kind = profile === null ? format : `${format}, ${profile}`
  const errors = formatCount(violationCount, 'broken rule')
  const title = valid ? `The invoice is valid (${kind}).` : `The invoice is not valid (${kind}): ${errors}.`
  const lines = violations.map(
    ({ rule, severity, message }) =>
      `${severity === 'error' ? '✗' : '!'} ${rule}: ${withoutControls(message)}`,
  )
  return [title, ...lines].join('\n')
}
