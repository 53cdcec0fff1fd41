import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { type Answer, type Caller, eventually } from '../harness.ts'

/** Sends a file to POST /v1/batches. */
export async function postBatch(
  caller: Pick<Caller, 'call'>,
  query: Record<string, string>,
  file: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const path = `/v1/batches?${new URLSearchParams(query).toString()}`
  return await caller.call('POST', path, file, { 'content-type': 'text/csv', ...headers })
}

/** Waits until a batch has one of the statuses, and all its results. */
export async function batchWith(
  caller: Pick<Caller, 'call'>,
  batchId: string,
  statuses: readonly string[] = ['completed', 'failed', 'paused'],
  limitMs = 100_000,
) {
  return await eventually(async () => {
    const { batch } = (await caller.call('GET', `/v1/batches/${batchId}`)).body
    return statuses.includes(batch.status) && batch
  }, limitMs)
}

/** Downloads a ZIP. @returns its files in their order. */
export async function downloadedZip(url: string): Promise<{ name: string; bytes: Buffer }[]> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const files: { name: string; bytes: Buffer }[] = []
  for await (const entry of zip.eachEntry()) {
    files.push({ name: entry.fileName, bytes: await buffer(await zip.openReadStreamPromise(entry)) })
  }
  return files
}
