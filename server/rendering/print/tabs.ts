import type { Browser } from './chromium/browser.ts'
import type { TabProxy } from '../egress/tab-proxy.ts'
import type { Chromium } from './chromium/chromium.ts'
import { openTab, type Tab } from './tab.ts'

/** Warm tabs, each bound to the partition that it has served; none is ever handed to another. */
export interface Tabs extends AsyncDisposable {
  /**
   * A tab for one document of this partition, and the way to give it back: for more, or to be thrown away.
   * @param isNew it is opened now, so whatever has ended others has not ended this one.
   */
  lend(partition: string, isNew?: boolean): Promise<TabLease>
  /** How many stand ready, bound to a partition or fresh. */
  idleCount(): number
}

export interface TabLease {
  tab: Tab
  giveBack(keep: boolean): void
}

interface WarmTab {
  tab: Tab
  chromium: Chromium
  partition: string | undefined
  prints: number
  /** Whether the page that it printed last has let go of it, and left it light enough for more. */
  left: Promise<boolean>
  openedAt: number
}

/** Fresh tabs kept ready: opening one takes 50 ms, which a partition's first document need not wait for. */
const STOCK = 2
/** Idle tabs that stay bound to their partitions. Each is a process of some 60 MB. */
const IDLE_MAX = 6
// A tab's process grows a little with each document, and much with some.
const PRINTS_MAX = 500
const WEIGH_EVERY = 10
const AGE_MAX_MS = 15 * 60_000

export interface TabsOptions {
  /** Starts a tab's way out. */
  createGate: () => Promise<TabProxy>
  /** A tab whose documents take more than this when they are printed is thrown away. */
  tabMemoryBytesMax?: number
}

/** Fills the stock of a running browser. */
export async function createTabs(
  browser: Browser,
  { createGate, tabMemoryBytesMax = 100 * 1024 * 1024 }: TabsOptions,
): Promise<Tabs> {
  let idle: WarmTab[] = []
  const stock: Promise<WarmTab>[] = []
  let closing = false
  refill()
  await Promise.all(stock)

  return {
    async lend(partition, isNew = false) {
      const chromium = await browser.current()
      idle = idle.filter((warm) => isUsable(warm, chromium))
      const warm = isNew ? await open() : ((await takeOwn(partition)) ?? (await takeFresh(chromium)))
      warm.partition = partition
      warm.prints += 1
      const endWork = warm.chromium.activity.begin()
      return { tab: warm.tab, giveBack: (keep) => void giveBack(warm, keep).finally(endWork) }
    },
    idleCount: () => idle.length + stock.length,
    async [Symbol.asyncDispose]() {
      closing = true
      const fresh = await Promise.all(stock.map((opening) => opening.catch(() => undefined)))
      for (const warm of [...idle, ...fresh]) await warm?.tab[Symbol.asyncDispose]()
    },
  }

  async function takeOwn(partition: string): Promise<WarmTab | undefined> {
    for (;;) {
      // The last one used first: its caches are the warmest.
      const own = idle.findLastIndex((warm) => warm.partition === partition)
      const warm = own === -1 ? undefined : idle.splice(own, 1)[0]
      if (!warm || (await warm.left)) return warm
    }
  }

  async function takeFresh(chromium: Chromium): Promise<WarmTab> {
    for (let opening = stock.shift(); opening; opening = stock.shift()) {
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
    while (!closing && stock.length < STOCK) {
      const opening = open()
      opening.catch(() => {})
      stock.push(opening)
    }
  }

  async function open(): Promise<WarmTab> {
    const chromium = await browser.current()
    return {
      tab: await openTab(chromium, await createGate()),
      chromium,
      partition: undefined,
      prints: 0,
      left: Promise.resolve(true),
      openedAt: Date.now(),
    }
  }

  /** Keeps the tab for its partition, or closes it. @returns a promise that resolves when its page has ended. */
  async function giveBack(warm: WarmTab, keep: boolean): Promise<void> {
    if (!keep || closing || !isUsable(warm, warm.chromium)) return await warm.tab[Symbol.asyncDispose]()
    warm.left = leave(warm, tabMemoryBytesMax)
    idle.push(warm)
    while (idle.length > IDLE_MAX) void idle.shift()?.tab[Symbol.asyncDispose]()
    await warm.left
  }
}

async function leave(warm: WarmTab, bytesMax: number): Promise<boolean> {
  const left = (await warm.tab.leave()) && !(await isHeavy(warm, bytesMax))
  if (!left) void warm.tab[Symbol.asyncDispose]()
  return left
}

async function isHeavy({ tab, prints }: WarmTab, bytesMax: number): Promise<boolean> {
  if (prints % WEIGH_EVERY !== 0) return false
  return (await tab.memoryUsed().catch(() => Infinity)) > bytesMax
}

function isUsable(warm: WarmTab, chromium: Chromium): boolean {
  const usable =
    warm.chromium === chromium &&
    warm.tab.alive() &&
    warm.prints < PRINTS_MAX &&
    Date.now() - warm.openedAt < AGE_MAX_MS
  if (!usable) void warm.tab[Symbol.asyncDispose]()
  return usable
}
