import { Refusal } from '@platen/template/refusal'
import type { UnprivilegedUser } from '../isolation/unprivileged.ts'
import { PDFIUM_LIMIT_MS, runPdfium } from '../pdfium/process.ts'
import { createFairScheduler } from '@platen/capacity/fair-scheduler'
import type { TenantUsage } from '@platen/capacity/tenant-usage'
import { timeoutRefusal } from '../scheduling/timed-out.ts'

/**
 * Reads the first attachment of a PDF that has one of the names.
 *
 * @returns `undefined` when the PDF has no such attachment
 * @throws {Refusal} as `Renderer.readAttachment`
 */
export type ReadAttachment = (
  pdf: Buffer,
  names: readonly string[],
  tenant: string,
  signal: AbortSignal,
) => Promise<Buffer | undefined>

/** Slots of a tenant. Each process uses a processor, and up to 768 MB. */
const READ_AT_ONCE = 1

/**
 * Reads attachments in fairly shared slots, each in its own process.
 *
 * @param user user of the processes, when the service runs as root
 * @param usage use of all tenants of the process
 */
export function createAttachmentReader(
  user: UnprivilegedUser | undefined,
  usage: TenantUsage,
): ReadAttachment {
  const scheduler = createFairScheduler(READ_AT_ONCE, usage)
  return async (pdf, names, tenant, signal) => {
    try {
      const release = await scheduler.acquire(tenant, signal)
      try {
        return await readAttachment(pdf, names, user, signal)
      } finally {
        release()
      }
    } catch (error) {
      throw signal.aborted ? timeoutRefusal(error) : error
    }
  }
}

async function readAttachment(
  pdf: Buffer,
  names: readonly string[],
  user: UnprivilegedUser | undefined,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const program = new URL('read.ts', import.meta.url)
  const result = await runPdfium(program, pdf, { args: [...names], user, signal })
  if ('output' in result) return result.output
  switch (result.failure) {
    case 'not-found':
      return undefined
    case 'locked':
      throw cannotRead('It has a password.')
    case 'late':
      throw cannotRead(`Reading it exceeds the time limit of ${PDFIUM_LIMIT_MS / 1_000} s.`)
    case 'failed':
      throw cannotRead('It is damaged, or is not a PDF.')
  }
}

function cannotRead(detail: string): Refusal {
  return new Refusal('invalid', 'This PDF cannot be read.', { detail })
}
