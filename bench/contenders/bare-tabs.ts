import { createTenantUsage } from '../../packages/capacity/src/tenant-usage.ts'
import { startChromium } from '../../packages/renderer/src/print/chromium/chromium.ts'
import type { Session } from '../../packages/renderer/src/print/chromium/protocol.ts'
import { unprivilegedUsers } from '../../packages/renderer/src/isolation/unprivileged.ts'
import { createFairScheduler } from '../../packages/capacity/src/fair-scheduler.ts'
import { sharedChromium } from './chromium.ts'
import type { Contender } from './contender.ts'

/** Lower bound: warm tabs that receive filled HTML over the pipe. */
export async function startBareTabs(tabs: number): Promise<Contender> {
  const chromium = await startChromium({
    ...(await sharedChromium()),
    user: unprivilegedUsers().chromium,
    sandbox: true,
  })
  const { connection } = chromium
  const open = async (): Promise<{ session: Session; frameId: string }> => {
    const { browserContextId } = await connection.browser.send('Target.createBrowserContext', {})
    const { targetId } = await connection.browser.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
    })
    const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true })
    const session = connection.session(sessionId)
    return { session, frameId: (await session.send('Page.getFrameTree')).frameTree.frame.id }
  }
  const free = await Promise.all(Array.from({ length: tabs }, open))
  const scheduler = createFairScheduler(tabs, createTenantUsage())
  const never = new AbortController().signal
  return {
    name: tabs === 1 ? 'bare tab' : `${tabs} bare tabs`,
    async render({ html }) {
      const release = await scheduler.acquire('', never)
      const tab = free.pop()
      if (!tab) throw new Error('More slots than tabs')
      try {
        await tab.session.send('Page.setDocumentContent', { frameId: tab.frameId, html })
        const pdf = await tab.session.sendForData('Page.printToPDF', {
          preferCSSPageSize: true,
          printBackground: true,
          generateTaggedPDF: true,
          generateDocumentOutline: true,
        })
        return pdf.length
      } finally {
        free.push(tab)
        release()
      }
    },
    [Symbol.asyncDispose]: () => chromium[Symbol.asyncDispose](),
  }
}
