import { setTimeout as delay } from 'node:timers/promises'
import type { LoggedRequest, Platen, RequestFilter } from '@platen/client'
import type { CallerCall } from '../../caller.ts'
import type { Result } from '../../command.ts'
import { requestLine } from './texts.ts'

const POLL_MS = 2_000
const PAGE_LENGTH = 100
/** A call is listed at the time of its arrival when it ends, at most 29 seconds later. */
const LATE_MS = 60_000
/** Pages per poll, for accounts with thousands of calls a minute. */
const PAGES_MAX = 20

/** Prints the calls that end from now on, until the command is stopped. */
export async function follow(call: CallerCall, client: Platen, filter: RequestFilter): Promise<Result> {
  const { isJson, signal, terminal } = call
  let listed = await recentCalls(client, filter, signal)
  terminal.printLine('Waiting for calls. Stop with Ctrl-C.')
  for (;;) {
    await delay(POLL_MS, undefined, { signal })
    const recent = await recentCalls(client, filter, signal)
    for (const request of newCalls(recent, listed))
      console.log(isJson ? JSON.stringify(request) : requestLine(request))
    listed = recent
  }
}

/** Returns the calls that ended since the previous listing, the oldest first. */
function newCalls(recent: readonly LoggedRequest[], listed: readonly LoggedRequest[]): LoggedRequest[] {
  const ids = new Set(listed.map(({ requestId }) => requestId))
  const [newest] = listed
  // The listing may go further back than the previous one.
  const from = newest ? Date.parse(newest.createdAt) - LATE_MS : 0
  return recent
    .filter(({ requestId, createdAt }) => !ids.has(requestId) && Date.parse(createdAt) > from)
    .toReversed()
}

/** Returns the newest calls, the newest first: at least those after which another one can still be inserted. */
async function recentCalls(
  client: Platen,
  filter: RequestFilter,
  signal: AbortSignal,
): Promise<LoggedRequest[]> {
  const recent: LoggedRequest[] = []
  for (let cursor: string | undefined, pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = await client.requests.list({ ...filter, limit: PAGE_LENGTH, cursor }, { signal })
    recent.push(...page.requests)
    const [newest, oldest] = [recent[0], recent.at(-1)]
    if (page.nextCursor === null || !newest || !oldest) break
    if (Date.parse(newest.createdAt) - Date.parse(oldest.createdAt) > LATE_MS) break
    cursor = page.nextCursor
  }
  return recent
}
