import { setTimeout as delay } from 'node:timers/promises'
import type { ListenerEvent, Platen, WebhookListener } from '@platen/client'
import { ConnectionFailed, NotFound, RateLimited, ServerError, Timeout } from '@platen/client/errors'
import { type CallerCall, missingKeyError } from '../../caller.ts'
import { type CommandDefinitions, examples, Option, type Result, UsageError } from '../../command.ts'
import { warn } from '../../output/progress.ts'
import { withoutControls } from '../../output/texts.ts'
import { EVENT_TYPES } from './find-webhook.ts'
import { forwardEvent, listenSecret } from './forward.ts'

const [FIRST_DELAY_MS, DELAY_MAX_MS] = [1_000, 10_000]
const REMOVE_LIMIT_MS = 3_000
/** Time after which the next poll starts, with events left to process. The service deletes a listener that does not poll. */
const PROCESS_LIMIT_MS = 60_000

/** Command `listen`. */
export const listenCommand: CommandDefinitions<CallerCall> = {
  listen: (command, run) =>
    command
      .description(
        'Needs no public address: this tool reads the events from the service and calls the local address itself. Each forwarded event has a valid signature. Its secret is printed and stays the same for an API key. Stop it with Ctrl-C. With --json, each event is a line of JSON.',
      )
      .option('--forward-to <URL>', 'Address on this machine or in its network, such as localhost:3000/hook.')
      .addOption(new Option('--events <EVENT...>', 'Only these events. Default: all.').choices(EVENT_TYPES))
      .option('--print-secret', 'Print the secret of the signatures and exit.')
      .addHelpText(
        'after',
        examples(
          'platen listen',
          'platen listen --forward-to localhost:3000/hook --events job.completed',
          'export WEBHOOK_SECRET=$(platen listen --print-secret)',
        ),
      )
      .action(({ forwardTo, events, printSecret }) =>
        run(async (call) => {
          const { url, apiKey } = call.caller
          if (apiKey === undefined) throw missingKeyError(url)
          const secret = listenSecret(apiKey)
          if (printSecret) return { text: secret, json: { secret } }
          const target = forwardTo === undefined ? undefined : parseTarget(forwardTo)
          return await listen(call, { secret, target, events })
        }),
      ),
}

interface Options {
  secret: string
  target: URL | undefined
  events: (typeof EVENT_TYPES)[number][] | undefined
}

async function listen(call: CallerCall, options: Options): Promise<Result> {
  const { signal, isJson, terminal } = call
  const client = await call.client()
  let listener: WebhookListener | undefined = await client.webhooks.listeners.create(options, { signal })
  print(isJson, { listening: { events: listener.events, secret: options.secret } }, [
    `Ready. Waiting for ${listener.events.join(', ')}. Stop with Ctrl-C.`,
    ...(options.target ? [`Signing secret: ${options.secret}`] : []),
  ])
  // Ids of processed events, until the service has received them.
  let acknowledged: string[] = []
  let failures = 0
  while (!signal.aborted) {
    try {
      listener ??= await client.webhooks.listeners.create(options, { signal })
      const events = await client.webhooks.listeners.poll(listener.listenerId, acknowledged, { signal })
      if (failures > 0) terminal.print('Connected again.', { connected: true })
      ;[acknowledged, failures] = [[], 0]
      const began = performance.now()
      for (const event of events) {
        // The next poll returns the events that are left again.
        if (signal.aborted || performance.now() - began > PROCESS_LIMIT_MS) break
        await process(event, call, options)
        acknowledged.push(event.id)
      }
    } catch (error) {
      if (signal.aborted) break
      if (error instanceof NotFound && listener) {
        warn(terminal, 'The connection was interrupted for too long. Events of this time were lost.')
        ;[listener, acknowledged] = [undefined, []]
        continue
      }
      if (!isTemporary(error)) throw error
      if (failures === 0) warn(terminal, `Connection lost: ${error.message} Trying again.`)
      await delay(Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** failures), undefined, { signal }).catch(
        () => {},
      )
      failures += 1
    }
  }
  if (listener) await remove(client, listener)
  return { text: '', json: undefined }
}

async function process(event: ListenerEvent, { isJson, signal }: CallerCall, { target, secret }: Options) {
  print(isJson, { event: JSON.parse(event.body) }, [`--> ${event.event}  ${event.id}  ${describe(event)}`])
  if (!target) return
  const forwarded = await forwardEvent(event, { target, secret, signal })
  const outcome = 'status' in forwarded ? String(forwarded.status) : forwarded.error
  print(isJson, { forwarded: { id: event.id, ...forwarded } }, [
    `<-- ${withoutControls(outcome)}  POST ${target.href}  ${forwarded.durationMs} ms`,
  ])
}

/** Deletes the listener. Without it, the service deletes the listener after 10 minutes. */
async function remove(client: Platen, { listenerId }: WebhookListener): Promise<void> {
  const options = { signal: AbortSignal.timeout(REMOVE_LIMIT_MS), retries: 0 }
  await client.webhooks.listeners.remove(listenerId, options).catch(() => {})
}

function parseTarget(text: string): URL {
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`)
  if (url && ['http:', 'https:'].includes(url.protocol) && url.username === '') return url
  throw new UsageError('--forward-to must be an address such as http://localhost:3000/hook.')
}

/** Returns true for an error that a later attempt can avoid. */
function isTemporary(error: unknown): error is Error {
  return [ConnectionFailed, Timeout, ServerError, RateLimited].some((type) => error instanceof type)
}

function describe({ body }: ListenerEvent): string {
  const {
    job,
    credits,
  }: { job?: { jobId: string; message: string | null }; credits?: { available: number } } = JSON.parse(body)
  if (credits) return `${credits.available} credits`
  return job ? `job ${job.jobId}${job.message === null ? '' : `: ${withoutControls(job.message)}`}` : ''
}

/** Prints lines to standard output or, with `--json`, one JSON value. */
function print(isJson: boolean, json: object, lines: string[]): void {
  console.log(isJson ? JSON.stringify(json) : lines.join('\n'))
}
