import { text } from 'node:stream/consumers'
import { basename } from 'node:path'
import type { Batch, BatchCheck, BatchRequest, Download, Platen } from '@platen/client'
import { type CallerCall, CallerError } from '../../caller.ts'
import {
  type Command,
  type CommandDefinitions,
  examples,
  Option,
  type Result,
  table,
  UsageError,
  wholeNumber,
} from '../../command.ts'
import { readObject } from '../../data.ts'
import { readBytes, writeFileAtomically } from '../../files.ts'
import { showProgress } from '../../output/progress.ts'
import { checkOutput, save } from '../../output/save.ts'
import { formatCount, withoutControls } from '../../output/texts.ts'
import { formatTime } from '../../output/times.ts'
import { findTemplate } from '../../project/find-template.ts'
import { partFiles, requireNew } from './parts.ts'

const OUTPUTS = ['pdf', 'zip', 'mail'] as const
const LIMIT_MAX = 100
const EXAMPLE_ID = '5b0c6f0e-6d1f-4c56-9d1e-3c1b7a2f9e10'

const declareCreate = (command: Command) =>
  command
    .description(
      `Each row of the file becomes a document. Each completed row costs one credit. The name of a column is its path in the data, for example customer.name or lines[0].total.

With --output, the command waits for the batch and writes its PDF or ZIP.`,
    )
    .argument(
      '<FILE>',
      'CSV, XLSX or JSON Lines file: .csv, .xlsx, .jsonl or .ndjson. - for CSV on standard input.',
    )
    .requiredOption('-t, --template <TEMPLATE>', 'Template: its id, its name, or its file in platen.json.')
    .addOption(
      new Option(
        '--as <OUTPUT>',
        'One PDF with all rows (pdf), a ZIP with one PDF per row (zip), or one mail per row (mail). Default: pdf.',
      ).choices(OUTPUTS),
    )
    .option('--mapping <FILE>', 'JSON file with the paths of columns: {"Customer": "customer.name"}.')
    .option('--file-name <PATTERN>', 'Name of the PDF of a row, with columns in braces: "invoice-{number}".')
    .option('--recipient <COLUMN>', 'Column with the e-mail address of each row, for --as mail.')
    .option('-o, --output <FILE>', 'Wait for the batch, and write the PDF or ZIP to this file.')
    .option('--dry-run', 'Show the columns and errors of the file. Nothing is started.')
    .option('--idempotency-key <KEY>', 'Idempotency key. A call that repeats it starts no second batch.')
    .addHelpText(
      'after',
      examples(
        'platen batches create invoices.csv -t invoice -o invoices.pdf',
        'platen batches create invoices.xlsx -t invoice --as zip --file-name "invoice-{number}"',
        'platen batches create badges.csv -t badge --as mail --recipient email',
      ),
    )

type CreateOptions = ReturnType<ReturnType<typeof declareCreate>['opts']>

/** Commands for batches: a document for each row of a file. */
export const batchCommands: CommandDefinitions<CallerCall> = {
  'batches create': (command, run) =>
    declareCreate(command).action((file, options) => run((call) => create(call, file, options))),
  'batches list': (command, run) =>
    command
      .description('Lists the batches of the account, the newest first. Ended batches are kept for 30 days.')
      .option(
        '--limit <NUMBER>',
        `Number of batches, at most ${LIMIT_MAX}. Default: 50.`,
        wholeNumber({ min: 1, max: LIMIT_MAX }),
      )
      .option('--cursor <CURSOR>', 'Continue the list: the cursor that the previous call printed.')
      .addHelpText('after', examples('platen batches list --limit 5'))
      .action((page) =>
        run(async (call) => {
          const list = await (await call.client()).batches.list(page, { signal: call.signal })
          const more = list.nextCursor === null ? '' : `\n\nMore batches: --cursor ${list.nextCursor}`
          const none = 'No batches yet. To start one: platen batches create FILE --template TEMPLATE'
          return { text: list.batches.length === 0 ? none : batchTable(list.batches) + more, json: list }
        }),
      ),
  'batches get': (command, run) =>
    command
      .argument('<BATCH_ID>', 'Id of the batch.')
      .addHelpText('after', examples(`platen batches get ${EXAMPLE_ID}`))
      .action((batchId) => run(async (call) => await resultFor(call, ({ batches }) => batches.get(batchId)))),
  'batches wait': (command, run) =>
    command
      .description(
        'Exits with 1 if the batch is paused, is cancelled or fails. Ctrl-C stops waiting, and the batch continues.',
      )
      .argument('<BATCH_ID>', 'Id of the batch.')
      .option('-o, --output <FILE>', 'Write the PDF or ZIP to this file.')
      .addHelpText('after', examples(`platen batches wait ${EXAMPLE_ID} --output invoices.pdf`))
      .action((batchId, { output }) =>
        run(async (call) => {
          await checkFile(output)
          return await waitFor(call, batchId, output)
        }),
      ),
  'batches cancel': (command, run) =>
    command
      .description('Rows that are completed stay charged, and their documents can be downloaded.')
      .argument('<BATCH_ID>', 'Id of the batch.')
      .addHelpText('after', examples(`platen batches cancel ${EXAMPLE_ID}`))
      .action((batchId) =>
        run(async (call) => await resultFor(call, ({ batches }) => batches.cancel(batchId))),
      ),
  'batches resume': (command, run) =>
    command
      .description('Resumes a paused batch, for example after you bought credits.')
      .argument('<BATCH_ID>', 'Id of the batch.')
      .addHelpText('after', examples(`platen batches resume ${EXAMPLE_ID}`))
      .action((batchId) =>
        run(async (call) => await resultFor(call, ({ batches }) => batches.resume(batchId))),
      ),
  'batches failed-rows': (command, run) =>
    command
      .description('Prints the failed rows as CSV: the columns of the file, and the column error.')
      .argument('<BATCH_ID>', 'Id of the batch.')
      .option('-o, --output <FILE>', 'Write the CSV to this file.')
      .addHelpText('after', examples(`platen batches failed-rows ${EXAMPLE_ID} --output failed.csv`))
      .action((batchId, { output }) =>
        run(async (call) => {
          await checkFile(output)
          const csv = await (await call.client()).batches.failedRows(batchId, { signal: call.signal })
          if (output === undefined) return { text: csv.trimEnd(), json: { csv } }
          await writeFileAtomically(output, csv)
          return { text: `Wrote ${withoutControls(output)}.`, json: { output } }
        }),
      ),
}

async function create(call: CallerCall, file: string, options: CreateOptions): Promise<Result> {
  const { output, as, recipient, fileName, mapping, idempotencyKey } = options
  if (as === 'mail' && output !== undefined)
    throw new UsageError('--output is only for --as pdf and --as zip. Remove --output.')
  await checkFile(output)
  const client = await call.client()
  const rows = await readRows(file)
  const { templateId } = await findTemplate(call, options.template)
  const request: BatchRequest = {
    templateId,
    rows,
    output: as,
    name: file === '-' ? undefined : basename(file),
    mapping: mapping === undefined ? undefined : ((await readObject(mapping)) as BatchRequest['mapping']),
    fileName,
    recipient,
  }
  const { signal } = call
  if (options.dryRun) {
    const checked = await client.batches.check(request, { signal })
    return { text: formatCheck(checked), json: checked }
  }
  const batch = await client.batches.create(request, { signal, idempotencyKey })
  if (output !== undefined) {
    call.terminal.printLine(`Batch ID: ${batch.batchId}`)
    return await waitFor(call, batch.batchId, output)
  }
  return {
    text: `Started a batch of ${formatCount(batch.rows, 'row')}.\nBatch ID: ${batch.batchId}\nWait for it: platen batches wait ${batch.batchId}`,
    json: batch,
  }
}

async function readRows(file: string): Promise<BatchRequest['rows']> {
  if (file === '-') return { bytes: new TextEncoder().encode(await text(process.stdin)), format: 'csv' }
  const extension = file.split('.').at(-1)?.toLowerCase()
  const format = extension === 'ndjson' ? 'jsonl' : extension
  if (format !== 'csv' && format !== 'xlsx' && format !== 'jsonl')
    throw new UsageError(`${withoutControls(file)} must end in .csv, .xlsx, .jsonl or .ndjson.`)
  return { bytes: new Uint8Array(await readBytes(file)), format }
}

async function checkFile(output: string | undefined): Promise<void> {
  if (output === '-') throw new UsageError('--output must be a file.')
  await checkOutput(output)
}

async function resultFor(call: CallerCall, work: (client: Platen) => Promise<Batch>): Promise<Result> {
  const batch = await work(await call.client())
  return { text: formatBatch(batch), json: batch }
}

async function waitFor(call: CallerCall, batchId: string, output: string | undefined): Promise<Result> {
  const { terminal, signal } = call
  const client = await call.client()
  let progress = 'Waiting for the batch'
  const batch = await showProgress(
    terminal,
    () => progress,
    () =>
      client.batches.wait(batchId, {
        signal,
        onProgress: ({ rows, rowsCompleted, rowsFailed }) => {
          const failed = rowsFailed > 0 ? `, ${rowsFailed} failed` : ''
          progress = `${rowsCompleted} of ${formatCount(rows, 'row')} completed${failed}`
        },
      }),
  )
  if (batch.status !== 'completed') throw notCompleted(batch)
  const downloads = client.batches.downloads(batch)
  if (output === undefined || downloads.length === 0) return { text: formatBatch(batch), json: batch }
  const files = partFiles(output, downloads.length)
  await requireNew(files, batchId)
  for (const [index, download] of downloads.entries())
    await saveResult(call, download, files[index] ?? output)
  const written = files.map(withoutControls).join(', ')
  const failed =
    batch.rowsFailed > 0
      ? ` ${formatCount(batch.rowsFailed, 'row')} failed: platen batches failed-rows ${batchId}`
      : ''
  return {
    text: `Wrote ${written}: ${formatCount(batch.rowsCompleted, 'document')}.${failed}`,
    json: { ...batch, output: files },
  }
}

async function saveResult({ terminal, signal }: CallerCall, download: Download, file: string): Promise<void> {
  await showProgress(terminal, 'Downloading the result', () => save(download, file, signal))
}

function notCompleted({ batchId, status, message }: Batch): CallerError {
  const reason = message === null ? '' : ` ${withoutControls(message)}`
  const next =
    status === 'paused'
      ? `To continue: platen batches resume ${batchId}`
      : `To see the rest: platen batches get ${batchId}`
  return new CallerError(
    `The batch is ${status === 'failed' ? 'not completed: it failed' : status}.${reason}`,
    { next },
  )
}

function batchTable(batches: Batch[]): string {
  return table(
    ['BATCH ID', 'STATUS', 'CREATED', 'COMPLETED', 'FAILED', 'OUTPUT', 'FILE'],
    batches.map(({ batchId, status, createdAt, rows, rowsCompleted, rowsFailed, output, name }) => [
      batchId,
      status,
      formatTime(createdAt),
      `${rowsCompleted} of ${rows}`,
      String(rowsFailed),
      output,
      withoutControls(name),
    ]),
  )
}

function formatBatch(batch: Batch): string {
  const { batchId, status, message, name, templateName, templateVersion, output, createdAt, endedAt } = batch
  const lines = [
    `Batch     ${batchId}`,
    `Status    ${status}${message === null ? '' : `: ${withoutControls(message)}`}`,
    `File      ${withoutControls(name)}`,
    `Template  ${withoutControls(templateName)}, version ${templateVersion}`,
    `Output    ${output}`,
    `Rows      ${batch.rows}: ${batch.rowsCompleted} completed, ${batch.rowsFailed} failed, ${batch.rowsWaiting} waiting`,
    `Cost      ${formatCount(batch.cost, 'credit')}`,
    `Created   ${formatTime(createdAt)}`,
    ...(endedAt === null ? [] : [`Ended     ${formatTime(endedAt)}`]),
    ...batch.results.map(({ url }) => `Result    ${url}`),
  ]
  return lines.join('\n')
}

function formatCheck({ columns, rows, rowsFailed, firstRows, firstFailedRows }: BatchCheck): string {
  const first = firstRows.find(({ data }) => data !== null)
  return [
    `Rows      ${rows}, ${rowsFailed} not valid`,
    `Columns   ${columns.map(withoutControls).join(', ')}`,
    ...firstFailedRows.map(({ number, error }) => `Row ${number}: ${withoutControls(error)}`),
    ...(first ? [`Data of row ${first.number}:`, withoutControls(JSON.stringify(first.data))] : []),
  ].join('\n')
}
