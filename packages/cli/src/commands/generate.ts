import { type GeneratedPdf, type FinishedJob, type PdfOptions } from '@platen/client'
import {
  type Command,
  type CommandDefinitions,
  examples,
  Option,
  type Result,
  UsageError,
  wholeNumber,
} from '../command.ts'
import { openFile, openInBrowser } from '../sign-in/browser.ts'
import type { CallerCall } from '../caller.ts'
import { readData, readObject } from '../data.ts'
import { dryRunReport } from '../dry-run-report.ts'
import { findTemplate } from '../project/find-template.ts'
import { generateImage, imageRequest } from './generate-image.ts'
import { showProgress, warn } from '../output/progress.ts'
import { formatCount, withoutControls, formatBytes } from '../output/texts.ts'
import { checkOutput, save } from '../output/save.ts'

const declare = (command: Command) =>
  command
    .description(
      `The data is an object, or an array of at most 50 elements. Each element becomes one page and costs one credit.

Without --output, the command prints a link to the PDF that works for five days. With an --output that ends in .png, it writes an image of one sheet.`,
    )
    .requiredOption('-t, --template <TEMPLATE>', 'Template: its id, its name, or its file in platen.json.')
    .option(
      '--template-version <VERSION>',
      'Number of a version, or "draft" for the newest saved version. Default: the published version.',
      templateVersion,
    )
    .requiredOption('-d, --data <FILE>', 'JSON file with the data, or - for standard input.')
    .option('-o, --output <FILE>', 'Write the PDF to this file, or to standard output with -.')
    .option('--sheet <NUMBER>', 'Number of the sheet for an image, from 1. Default: 1.', wholeNumber())
    .option('--width <PIXELS>', 'Width of an image in pixels.', wholeNumber())
    .option(
      '--options <FILE>',
      'JSON file with PDF options: file name, page ranges, password, metadata, attachments, watermark, PDF/A, Factur-X.',
    )
    .addOption(
      new Option(
        '--dry-run',
        'Report sheets, warnings and cost. Nothing is charged, stored or mailed.',
      ).conflicts(['output', 'open', 'async', 'email', 'idempotencyKey']),
    )
    .option(
      '--async',
      'Render in the background, for PDFs that take longer than 29 seconds. Waits for the PDF only with --output or --open.',
    )
    .option(
      '--email <ADDRESS>',
      'Mail the PDF to this address. Repeat the option for several addresses.',
      (text, addresses: string[] | undefined) => [...(addresses ?? []), ...text.split(',')],
    )
    .option(
      '--idempotency-key <KEY>',
      'Idempotency key. A call that repeats it within a day gets the same answer and is charged once.',
    )
    .option('--open', 'Open the PDF.')
    .addHelpText(
      'after',
      examples(
        'platen generate -t invoice -d invoice.json -o invoice.pdf',
        'platen generate -t invoice -d invoice.json --email ada@example.com --async',
      ),
    )

/** Options of the command. */
export type RenderOptions = ReturnType<ReturnType<typeof declare>['opts']>

export const generateCommand: CommandDefinitions<CallerCall> = {
  generate: (command, run) => declare(command).action((options) => run((call) => generate(call, options))),
}

async function generate(call: CallerCall, options: RenderOptions): Promise<Result> {
  const { output, open: opens = false } = options
  if (output === '-' && (call.isJson || opens))
    throw new UsageError('--output - writes only the PDF to standard output. Remove --json and --open.')
  const image = imageRequest(options)
  await checkOutput(output)
  const client = await call.client()
  const { value, elements } = await readData(options.data)
  const { templateId } = await findTemplate(call, options.template)
  const sendEmail = recipients(options)
  const request = {
    templateId,
    templateVersion: options.templateVersion,
    data: value,
    ...(options.options !== undefined && { options: (await readObject(options.options)) as PdfOptions }),
    ...(sendEmail && { sendEmail }),
  }
  const settings = { signal: call.signal, idempotencyKey: options.idempotencyKey }
  const what = `Rendering ${formatCount(elements.length, 'page')}`
  if (options.dryRun)
    return dryRunReport(
      await showProgress(call.terminal, what, () => client.pdf.dryRun(request, { signal: call.signal })),
    )
  if (image) {
    const drawn = await generateImage(call, request, settings, image)
    await openIfRequested(call, { output: image.output, opens })
    return withMailNotice(drawn, sendEmail)
  }
  const destination = { output, opens, sendEmail }
  if (!options.async) {
    const pdf = await showProgress(call.terminal, what, () => client.pdf.generate(request, settings))
    return await deliver(call, pdf, destination)
  }
  const job = await client.pdf.generateAsync(request, settings)
  if (output === undefined && !opens) return startedResult(job)
  call.terminal.printLine(`Job ID: ${job.id}`)
  const finished = await showProgress(call.terminal, what, () => job.wait({ signal: call.signal }))
  return await deliver(call, finished, destination)
}

function templateVersion(text: string): number | 'draft' {
  return text === 'draft' ? text : wholeNumber()(text)
}

function recipients({ email = [] }: RenderOptions): string[] | undefined {
  const addresses = email.map((address) => address.trim()).filter((address) => address !== '')
  return addresses.length === 0 ? undefined : addresses
}

function startedResult({
  id,
  message,
  pagesGenerated,
}: {
  id: string
  message: string
  pagesGenerated: number
}): Result {
  return {
    text: `${withoutControls(message)}\nJob ID: ${id}\nWait for the PDF: platen jobs wait ${id} --output FILE`,
    json: { jobId: id, message, pagesGenerated },
  }
}

/** Downloads, writes or opens the PDF as the options of the command require. */
async function deliver(
  call: CallerCall,
  pdf: GeneratedPdf | FinishedJob,
  {
    output,
    opens,
    sendEmail,
  }: { output: string | undefined; opens: boolean; sendEmail: string[] | undefined },
): Promise<Result> {
  const { terminal, signal } = call
  if (output !== undefined) {
    await showProgress(terminal, 'Downloading the PDF', () => save(pdf, output, signal)).catch(
      (error: unknown) => {
        // The PDF is already charged, so its link is printed although the file could not be written.
        warn(terminal, `The PDF was rendered. Download it within ${pdf.expiresIn}: ${pdf.pdfUrl}`)
        throw error
      },
    )
  }
  if (output === '-') return { text: '', json: undefined }
  await openIfRequested(call, { output, opens, pdfUrl: pdf.pdfUrl })
  return withMailNotice(resultOf(pdf, output), sendEmail)
}

/** Adds the recipients of the mail, which the service sends after its answer. */
function withMailNotice(result: Result, sendEmail: string[] | undefined): Result {
  if (sendEmail === undefined) return result
  const to = new Intl.ListFormat('en').format(sendEmail.map(withoutControls))
  return { ...result, text: `${result.text}\nThe PDF will be mailed to ${to}.` }
}

async function openIfRequested(
  { terminal, config }: CallerCall,
  { output, opens, pdfUrl = '' }: { output: string | undefined; opens: boolean; pdfUrl?: string },
): Promise<void> {
  if (!opens) return
  const isOpen = await (output === undefined
    ? openInBrowser(pdfUrl, config.hasDisplay)
    : openFile(output, config.hasDisplay))
  if (!isOpen) warn(terminal, 'Cannot open the PDF: this machine has no program for it.')
}

function resultOf(pdf: GeneratedPdf | FinishedJob, output: string | undefined): Result {
  const sheets = 'sheets' in pdf ? [formatCount(pdf.sheets, 'sheet')] : []
  const warned = 'warnings' in pdf && pdf.warnings > 0 ? [formatCount(pdf.warnings, 'warning')] : []
  const size = [formatCount(pdf.pagesGenerated, 'page'), ...sheets, formatBytes(pdf.size), ...warned].join(
    ', ',
  )
  return {
    text: output === undefined ? pdf.pdfUrl : `Wrote ${withoutControls(output)}: ${size}.`,
    // JSON omits the functions `download` and `stream`.
    json: { ...pdf, ...(output !== undefined && { output }) },
  }
}
