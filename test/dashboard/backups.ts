import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { eventually } from '../harness.ts'

// Each poll opens the database of the browser.
const POLL_MS = 100

/** Reads the backups of all accounts in this browser. */
export async function backupsIn(page: Page): Promise<unknown[]> {
  return await page.evaluate<unknown[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('platen', 1)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
      reading.onsuccess = () => { opening.result.close(); resolve(reading.result) }
    }
  })`)
}

/** Waits until this browser has `count` backups. */
export async function backupsAre(page: Page, count: number): Promise<void> {
  await untilBackups(page, (backups) => backups.length === count)
}

/** Waits until `text` is in a backup. */
export async function backupHas(page: Page, text: string): Promise<void> {
  await untilBackups(page, (backups) => JSON.stringify(backups).includes(text))
}

async function untilBackups(page: Page, isDone: (backups: unknown[]) => boolean): Promise<void> {
  await eventually(async () => {
    if (isDone(await backupsIn(page))) return true
    await delay(POLL_MS)
    return false
  })
}
