import { Refusal } from '@platen/template/refusal'
import { timeoutRefusal } from '../scheduling/timed-out.ts'
import { createFairScheduler } from '../scheduling/fair-scheduler.ts'
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
/** Bytes of the PDFs that wait in memory, per tenant and in total. A single PDF is always allowed. */
const WAITING_BYTES_MAX = { tenant: 100 * 1024 * 1024, all: 400 * 1024 * 1024 }
const RETRY_AFTER_SECONDS = 5

/**
 * Draws sheets in fairly shared slots.
 *
 * @param user user of the drawing processes, when the service runs as root
 */
export function createDrawings(
  user: UnprivilegedUser | undefined,
  { waitingBytesMax = WAITING_BYTES_MAX, draw = drawSheet } = {},
): DrawSheet {
  const scheduler = createFairScheduler(DRAWN_AT_ONCE)
  const waitingBytes = new Map<string, number>()
  const add = (tenant: string, bytes: number) => {
    const sum = (waitingBytes.get(tenant) ?? 0) + bytes
    if (sum === 0) waitingBytes.delete(tenant)
    else waitingBytes.set(tenant, sum)
  }
  const checkWaitingBytes = (tenant: string, bytes: number) => {
    const ofTenant = waitingBytes.get(tenant) ?? 0
    const all = waitingBytes.values().reduce((sum, one) => sum + one, 0)
    const fits = ofTenant + bytes <= waitingBytesMax.tenant && all + bytes <= waitingBytesMax.all
    if (fits || ofTenant === 0) return
    throw new Refusal('busy', 'Too many images are being drawn. Try again in a moment.', {
      retryAfter: RETRY_AFTER_SECONDS,
    })
  }
  return async (pdf, view, tenant, signal) => {
    const bytes = Buffer.isBuffer(pdf) ? pdf.length : 0
    checkWaitingBytes(tenant, bytes)
    add(tenant, bytes)
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
      add(tenant, -bytes)
    }
  }
}
