import { Refusal } from '@platen/template/refusal'
import { timeoutRefusal } from '../scheduling/timed-out.ts'
import { createFairScheduler } from '@platen/capacity/fair-scheduler'
import { createMemoryBudget } from '@platen/capacity/memory-budget'
import type { TenantUsage } from '@platen/capacity/tenant-usage'
import type { UnprivilegedUser } from '../isolation/unprivileged.ts'
import { drawSheet, DrawingFailed, type View } from './drawer.ts'

/** A PDF, or a function that reads it when its slot is free. */
export type Drawable = Buffer | (() => Promise<Buffer>)

/**
 * Draws a sheet.
 *
 * @throws {Refusal} as `Renderer.draw`
 */
export type DrawSheet = (pdf: Drawable, view: View, tenant: string, signal: AbortSignal) => Promise<Buffer>

/** Slots of a tenant. Each drawing process uses a processor, and up to 768 MB. */
const DRAWN_AT_ONCE = 1
/** Memory of the PDFs that wait, shared by tenants. */
const WAITING_BYTES_MAX = 400 * 1024 * 1024
const RETRY_AFTER_SECONDS = 5

/**
 * Draws sheets in fairly shared slots.
 *
 * @param user user of the drawing processes, when the service runs as root
 * @param usage use of all tenants of the process
 */
export function createDrawings(
  user: UnprivilegedUser | undefined,
  usage: TenantUsage,
  { waitingBytesMax = WAITING_BYTES_MAX, draw = drawSheet } = {},
): DrawSheet {
  const scheduler = createFairScheduler(DRAWN_AT_ONCE, usage)
  const memory = createMemoryBudget(waitingBytesMax)
  return async (pdf, view, tenant, signal) => {
    const bytes = Buffer.isBuffer(pdf) ? pdf.length : 0
    if (!memory.reserve(tenant, bytes)) {
      throw new Refusal('busy', 'Too many images are being drawn. Try again in a moment.', {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    }
    try {
      const release = await scheduler.acquire(tenant, signal).catch((error: unknown) => {
        throw timeoutRefusal(error)
      })
      try {
        return await draw(Buffer.isBuffer(pdf) ? pdf : await pdf(), view, user, signal)
      } catch (error) {
        if (signal.aborted) throw timeoutRefusal(error)
        if (!(error instanceof DrawingFailed)) throw error
        throw new Refusal('invalid', `Sheet ${view.sheet} could not be drawn as an image.`, { cause: error })
      } finally {
        release()
      }
    } finally {
      memory.release(tenant, bytes)
    }
  }
}
