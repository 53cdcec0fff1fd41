import { type GeneratedPdf, type FinishedJob, type PdfOptions } from '../../../sdk/src/index.ts'
import { type CallerCommand, optional, positionals, required, type Result, UsageError } from '../command.ts'
import { openFile, openInBrowser } from './browser.ts'
import type { CallerCall } from './caller.ts'
import { readData, readObject } from './data.ts'
import { toldOfDryRun } from './dry-run.ts'
import { generatePicture, pictureWanted } from './generate-picture.ts'
import { readMappings } from './project/manifest.ts'
import { findNamed } from './project/references.ts'
import { showProgress, warn } from './progress.ts'
import { counted, plain, sizeInWords } from './texts.ts'
import { refuseOutput, save } from './save.ts'

export const generateCommand: CallerCommand = {
  name: 'generate',
  help: `Makes a PDF of a template, named by its id, its name, or its file in platen.json, and of data. An object in the data makes one page and costs one credit, an array a page and a credit for each element.

--output writes the PDF to a file, - to the standard output; without it the address is printed under which the PDF can be fetched for five days. --async makes it in the background, for what takes longer than 29 seconds, and waits for it only with --output or --open. --email sends it, to as many as are named. A call that is repeated with the same --idempotency-key within a day is answered as before and charged once.

An --output that ends in .png is a picture of a sheet instead: the first, or --sheet, as many pixels wide as --width says. With the same --idempotency-key other sheets cost nothing.

--options names a file of JSON with what the PDF is given besides its pages: a file name, a password, metadata, attachments, a watermark, PDF/A, Factur-X. --dry-run says what the PDF would be and cost: nothing is charged, stored or mailed.`,
  options: {
    template: { type: 'string', short: 't' },
    data: { type: 'string', short: 'd' },
    output: { type: 'string', short: 'o' },
    sheet: { type: 'string' },
    width: { type: 'string' },
    async: { type: 'boolean' },
    options: { type: 'string' },
    'dry-run': { type: 'boolean' },
    email: { type: 'string', multiple: true },
    open: { type: 'boolean' },
    'idempotency-key': { type: 'string' },
  },
  async run(call) {
    positionals(call)
    const [reference, from] = [required(call, 'template'), required(call, 'data')]
    const output = optional(call, 'output')
    const wants = { output, opens: call.options['open'] === true }
    if (output === '-' && (call.options['json'] === true || wants.opens))
      throw new UsageError('--output - is the PDF alone: neither --json nor --open goes with it.')
    const picture = pictureWanted(call)
    refuseContradictions(call)
    await refuseOutput(output)
    const client = await call.client()
    const { value, elements } = await readData(from)
    const templateId = await idOf(call, reference)
    const request = { templateId, data: value, ...(await pdfOptions(call)), ...recipients(call) }
    const options = { signal: call.signal, idempotencyKey: optional(call, 'idempotency-key') }
    const what = `Making ${counted(elements.length, 'page')}`
    if (call.options['dry-run'] === true)
      return toldOfDryRun(
        await showProgress(call.terminal, what, () => client.pdf.dryRun(request, { signal: call.signal })),
      )
    if (picture) {
      const drawn = await generatePicture(call, request, options, picture)
      await openIfWanted(call, { output: picture.output, opens: wants.opens })
      return drawn
    }
    if (call.options['async'] !== true) {
      const pdf = await showProgress(call.terminal, what, () => client.pdf.generate(request, options))
      return await hand(call, pdf, wants)
    }
    const job = await client.pdf.generateAsync(request, options)
    if (output === undefined && !wants.opens) return started(job)
    call.terminal.say(`Job ${job.id}`)
    const finished = await showProgress(call.terminal, what, () => job.wait({ signal: call.signal }))
    return await hand(call, finished, wants)
  },
}

function refuseContradictions({ options }: CallerCall): void {
  if (options['dry-run'] !== true) return
  const kept = ['output', 'open', 'async', 'email', 'idempotency-key'].find(
    (name) => options[name] !== undefined,
  )
  if (kept !== undefined) throw new UsageError(`--dry-run makes no PDF: --${kept} does not go with it.`)
}

/** The service knows which there are, and says what is wrong with them. */
async function pdfOptions(call: CallerCall): Promise<{ options?: PdfOptions }> {
  const file = optional(call, 'options')
  return file === undefined ? {} : { options: await readObject(file) }
}

async function idOf(call: CallerCall, reference: string): Promise<string> {
  const client = await call.client()
  const folder = process.cwd()
  const list = () => client.templates.list({ signal: call.signal })
  return (await findNamed(reference, { folder, mappings: await readMappings(folder), list })).templateId
}

function recipients({ options }: CallerCall): { sendEmail?: string[] } {
  const named = [options['email'] ?? []].flat().flatMap((text) => String(text).split(','))
  const sendEmail = named.map((address) => address.trim()).filter((address) => address !== '')
  return sendEmail.length === 0 ? {} : { sendEmail }
}

function started({
  id,
  message,
  pagesGenerated,
}: {
  id: string
  message: string
  pagesGenerated: number
}): Result {
  return {
    text: `${plain(message)}\nJob ${id}. platen jobs wait ${id} waits for it.`,
    json: { jobId: id, message, pagesGenerated },
  }
}

/** Gives the PDF to whoever has called, as they want it. */
async function hand(
  call: CallerCall,
  pdf: GeneratedPdf | FinishedJob,
  { output, opens }: { output: string | undefined; opens: boolean },
): Promise<Result> {
  const { terminal, signal } = call
  if (output !== undefined) {
    await showProgress(terminal, 'Fetching the PDF', () => save(pdf, output, signal)).catch(
      (error: unknown) => {
        // It is made and paid: whoever could not keep it needs no other.
        warn(terminal, `The PDF is made, and can be fetched for ${pdf.expiresIn}: ${pdf.pdfUrl}`)
        throw error
      },
    )
  }
  if (output === '-') return { text: '', json: undefined }
  await openIfWanted(call, { output, opens, pdfUrl: pdf.pdfUrl })
  return told(pdf, output)
}

async function openIfWanted(
  { terminal, config }: CallerCall,
  { output, opens, pdfUrl = '' }: { output: string | undefined; opens: boolean; pdfUrl?: string },
): Promise<void> {
  if (!opens) return
  const isOpen = await (output === undefined
    ? openInBrowser(pdfUrl, config.display)
    : openFile(output, config.display))
  if (!isOpen) warn(terminal, 'There is no program here to open it with.')
}

function told(pdf: GeneratedPdf | FinishedJob, output: string | undefined): Result {
  const sheets = 'sheets' in pdf ? [counted(pdf.sheets, 'sheet')] : []
  const warned = 'warnings' in pdf && pdf.warnings > 0 ? [counted(pdf.warnings, 'warning')] : []
  const size = [counted(pdf.pagesGenerated, 'page'), ...sheets, sizeInWords(pdf.size), ...warned].join(', ')
  return {
    text: output === undefined ? pdf.pdfUrl : `Wrote ${plain(output)}: ${size}.`,
    // Written as JSON, it is without the functions by which it is fetched.
    json: { ...pdf, ...(output !== undefined && { output }) },
  }
}
