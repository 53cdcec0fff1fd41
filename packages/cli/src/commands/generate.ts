import { type GeneratedPdf, type FinishedJob, type PdfOptions } from '@platen/client'
import { type CallerCommand, optional, positionals, required, type Result, UsageError } from '../command.ts'
import { openFile, openInBrowser } from '../sign-in/browser.ts'
import type { CallerCall } from '../caller.ts'
import { readData, readObject } from '../data.ts'
import { dryRunReport } from '../dry-run-report.ts'
import { generateImage, imageRequest } from './generate-image.ts'
import { readMappings } from '../project/manifest.ts'
import { findTemplateReference } from '../project/references.ts'
import { showProgress, warn } from '../output/progress.ts'
import { formatCount, withoutControls, formatBytes } from '../output/texts.ts'
import { checkOutput, save } from '../output/save.ts'

export const generateCommand: CallerCommand = {
  name: 'generate',
  help: `The data is an object, or an array of at most 50 elements. Each element becomes one page and costs one credit.

Without --output, the command prints a link to the PDF that works for five days. With an --output that ends in .png, it writes an image of one sheet.

  platen generate -t invoice -d invoice.json -o invoice.pdf
  platen generate -t invoice -d invoice.json --email ada@example.com --async`,
  options: {
    template: { type: 'string', short: 't', help: 'Template: its id, its name, or its file in platen.json.' },
    data: { type: 'string', short: 'd', help: 'JSON file with the data, or - for standard input.' },
    output: { type: 'string', short: 'o', help: 'Write the PDF to this file, or to standard output with -.' },
    sheet: { type: 'string', help: 'Number of the sheet for an image, from 1. Default: 1.' },
    width: { type: 'string', help: 'Width of an image in pixels.' },
    options: {
      type: 'string',
      help: 'JSON file with PDF options: file name, page ranges, password, metadata, attachments, watermark, PDF/A, Factur-X.',
    },
    'dry-run': {
      type: 'boolean',
      help: 'Report sheets, warnings and cost. Nothing is charged, stored or mailed.',
    },
    async: {
      type: 'boolean',
      help: 'Render in the background, for PDFs that take longer than 29 seconds. Waits for the PDF only with --output or --open.',
    },
    email: {
      type: 'string',
      multiple: true,
      help: 'Mail the PDF to this address. Repeat the option for several addresses.',
    },
    'idempotency-key': {
      type: 'string',
      help: 'Idempotency key. A call that repeats it within a day gets the same answer and is charged once.',
    },
    open: { type: 'boolean', help: 'Open the PDF.' },
  },
  async run(call) {
    positionals(call)
    const [reference, from] = [required(call, 'template'), required(call, 'data')]
    const output = optional(call, 'output')
    const destination = { output, opens: call.options['open'] === true }
    if (output === '-' && (call.options['json'] === true || destination.opens))
      throw new UsageError('--output - writes only the PDF to standard output. Remove --json and --open.')
    const image = imageRequest(call)
    rejectConflictingOptions(call)
    await checkOutput(output)
    const client = await call.client()
    const { value, elements } = await readData(from)
    const templateId = await templateIdOf(call, reference)
    const request = { templateId, data: value, ...(await pdfOptions(call)), ...recipients(call) }
    const options = { signal: call.signal, idempotencyKey: optional(call, 'idempotency-key') }
    const what = `Rendering ${formatCount(elements.length, 'page')}`
    if (call.options['dry-run'] === true)
      return dryRunReport(
        await showProgress(call.terminal, what, () => client.pdf.dryRun(request, { signal: call.signal })),
      )
    if (image) {
      const drawn = await generateImage(call, request, options, image)
      await openIfRequested(call, { output: image.output, opens: destination.opens })
      return withMailNotice(drawn, request.sendEmail)
    }
    if (call.options['async'] !== true) {
      const pdf = await showProgress(call.terminal, what, () => client.pdf.generate(request, options))
      return await deliver(call, pdf, destination)
    }
    const job = await client.pdf.generateAsync(request, options)
    if (output === undefined && !destination.opens) return startedResult(job)
    call.terminal.printLine(`Job ID: ${job.id}`)
    const finished = await showProgress(call.terminal, what, () => job.wait({ signal: call.signal }))
    return await deliver(call, finished, destination)
  },
}

function rejectConflictingOptions({ options }: CallerCall): void {
  if (options['dry-run'] !== true) return
  const conflicting = ['output', 'open', 'async', 'email', 'idempotency-key'].find(
    (name) => options[name] !== undefined,
  )
  if (conflicting !== undefined)
    throw new UsageError(`--dry-run does not create a PDF. Remove --${conflicting}.`)
}

/** Reads the PDF options. The service validates them. */
async function pdfOptions(call: CallerCall): Promise<{ options?: PdfOptions }> {
  const file = optional(call, 'options')
  return file === undefined ? {} : { options: await readObject(file) }
}

async function templateIdOf(call: CallerCall, reference: string): Promise<string> {
  const client = await call.client()
  const folder = process.cwd()
  const list = () => client.templates.list({ signal: call.signal })
  return (await findTemplateReference(reference, { folder, mappings: await readMappings(folder), list }))
    .templateId
}

function recipients({ options }: CallerCall): { sendEmail?: string[] } {
  const named = [options['email'] ?? []].flat().flatMap((text) => String(text).split(','))
  const sendEmail = named.map((address) => address.trim()).filter((address) => address !== '')
  return sendEmail.length === 0 ? {} : { sendEmail }
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
  { output, opens }: { output: string | undefined; opens: boolean },
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
  return withMailNotice(resultOf(pdf, output), recipients(call).sendEmail)
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
