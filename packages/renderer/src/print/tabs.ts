import type { Browser } from './chromium/browser.ts'
import type { TabProxy } from '../proxy/tab-proxy.ts'
import type { Chromium } from './chromium/chromium.ts'
import { openTab, type Tab } from './tab.ts'

/** Pool of warm tabs. Each is bound to the tenant of its first document and never used for another. */
export interface Tabs extends AsyncDisposable {
  /**
   * Returns a tab for one print of a tenant. It is released through the lease.
   * @param isNew opens a new tab, so that an earlier document cannot have damaged it.
   */
  acquire(tenant: string, isNew?: boolean): Promise<TabLease>
  /** Returns the number of tabs that are ready, bound to a tenant or not. */
  idleCount(): number
}

/** A tab in use. */
export interface TabLease {
  tab: Tab
  /** Returns the tab to the pool. @param keep `false` closes it. */
  release(keep: boolean): void
}

interface WarmTab {
  tab: Tab
  chromium: Chromium
  tenant: string | undefined
  prints: number
  /** `true` when the last document is removed and the tab uses little enough memory for further prints. */
  isReusable: Promise<boolean>
  openedAt: number
}

/** Unbound tabs that are kept ready, so that the first print of a tenant does not wait 50 ms for a new tab. */
const UNBOUND_TABS = 2
/** Limit on idle tabs that are bound to a tenant. Each is a process of about 60 MB. */
const IDLE_MAX = 6
// The process of a tab grows a little with each document, and much with some.
const PRINTS_MAX = 500
/** Number of prints between two measurements of the memory. */
const PRINTS_PER_MEASUREMENT = 10
const AGE_MAX_MS = 15 * 60_000

export interface TabsOptions {
  /** Starts the proxy of a tab. */
  createProxy: () => Promise<TabProxy>
  /** Limit on the memory that the documents of a tab use after a print. A tab above it is closed. */
  tabMemoryBytesMax?: number
}

/** Creates the pool and opens its first tabs. */
export async function createTabs(
  browser: Browser,
  { createProxy, tabMemoryBytesMax = 100 * 1024 * 1024 }: TabsOptions,
): Promise<Tabs> {
  let idle: WarmTab[] = []
  const unbound: Promise<WarmTab>[] = []
  let closing = false
  refill()
  await Promise.all(unbound)

  return {
    async acquire(tenant, isNew = false) {
      const chromium = await browser.current()
      idle = idle.filter((warm) => isUsable(warm, chromium))
      const warm = isNew ? await open() : ((await takeBound(tenant)) ?? (await takeUnbound(chromium)))
      warm.tenant = tenant
      warm.prints += 1
      const endWork = warm.chromium.activity.begin()
      return { tab: warm.tab, release: (keep) => void returnTab(warm, keep).finally(endWork) }
    },
    idleCount: () => idle.length + unbound.length,
    async [Symbol.asyncDispose]() {
      closing = true
      const opened = await Promise.all(unbound.map((opening) => opening.catch(() => undefined)))
      for (const warm of [...idle, ...opened]) await warm?.tab[Symbol.asyncDispose]()
    },
  }

  async function takeBound(tenant: string): Promise<WarmTab | undefined> {
    for (;;) {
      // The tab that was used last has the warmest caches.
      const index = idle.findLastIndex((warm) => warm.tenant === tenant)
      const warm = index === -1 ? undefined : idle.splice(index, 1)[0]
      if (!warm || (await warm.isReusable)) return warm
    }
  }

  async function takeUnbound(chromium: Chromium): Promise<WarmTab> {
    for (let opening = unbound.shift(); opening; opening = unbound.shift()) {
      const warm = await opening.catch(() => undefined)
      if (warm && isUsable(warm, chromium)) {
        refill()
        return warm
      }
    }
    refill()
    return await open()
  }

  function refill(): void {
    while (!closing && unbound.length < UNBOUND_TABS) {
      const opening = open()
      opening.catch(() => {})
      unbound.push(opening)
    }
  }

  /** Opens a tab. Chromium may end before this process notices it: then the tab is opened in the next Chromium. */
  async function open(): Promise<WarmTab> {
    const chromium = await browser.current()
    try {
      return await openIn(chromium)
    } catch (error) {
      const next = await browser.current()
      if (next === chromium) throw error
      return await openIn(next)
    }
  }

  async function openIn(chromium: Chromium): Promise<WarmTab> {
    return {
      tab: await openTab(chromium, await createProxy()),
      chromium,
      tenant: undefined,
      prints: 0,
      isReusable: Promise.resolve(true),
      openedAt: Date.now(),
    }
  }

  /** Keeps the tab for its tenant, or closes it. Resolves when its document is removed. */
  async function returnTab(warm: WarmTab, keep: boolean): Promise<void> {
    if (!keep || closing || !isUsable(warm, warm.chromium)) return await warm.tab[Symbol.asyncDispose]()
    warm.isReusable = prepareForReuse(warm, tabMemoryBytesMax)
    idle.push(warm)
    while (idle.length > IDLE_MAX) void idle.shift()?.tab[Symbol.asyncDispose]()
    await warm.isReusable
  }
}

/** Removes the document of a tab. Closes the tab and returns `false` when it must not be used again. */
async function prepareForReuse(warm: WarmTab, bytesMax: number): Promise<boolean> {
  const isReusable = (await warm.tab.reset()) && !(await exceedsMemory(warm, bytesMax))
  if (!isReusable) void warm.tab[Symbol.asyncDispose]()
  return isReusable
}

async function exceedsMemory({ tab, prints }: WarmTab, bytesMax: number): Promise<boolean> {
  if (prints % PRINTS_PER_MEASUREMENT !== 0) return false
  return (await tab.memoryUsed().catch(() => Infinity)) > bytesMax
}

/** Returns whether a tab may be used again. Closes it otherwise. */
function isUsable(warm: WarmTab, chromium: Chromium): boolean {
  const usable =
    warm.chromium === chromium &&
    warm.tab.isAlive() &&
    warm.prints < PRINTS_MAX &&
    Date.now() - warm.openedAt < AGE_MAX_MS
  if (!usable) void warm.tab[Symbol.asyncDispose]()
  return usable
}
