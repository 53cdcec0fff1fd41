import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { eventually } from '../harness.ts'

// Each poll opens the database of the browser.
const POLL_MS = 100

/** Reads the drafts of all accounts in this browser. */
export async function draftsIn(page: Page): Promise<unknown[]> {
  return await page.evaluate<unknown[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('platen', 1)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
      reading.onsuccess = () => { opening.result.close(); resolve(reading.result) }
    }
  })`)
}

/** Waits until this browser has `count` drafts. */
export async function draftsAre(page: Page, count: number): Promise<void> {
  await untilDrafts(page, (drafts) => drafts.length === count)
}

/** Waits until `text` is in a draft. */
export async function draftHas(page: Page, text: string): Promise<void> {
  await untilDrafts(page, (drafts) => JSON.stringify(drafts).includes(text))
}

async function untilDrafts(page: Page, isDone: (drafts: unknown[]) => boolean): Promise<void> {
  await eventually(async () => {
    if (isDone(await draftsIn(page))) return true
    await delay(POLL_MS)
    return false
  })
}
