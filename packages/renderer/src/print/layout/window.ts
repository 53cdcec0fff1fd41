import type { Session } from '../chromium/protocol.ts'

/** Window of a page, in CSS pixels. It has the size of A4, so that scripts measure the layout that is printed. */
export const A4_WINDOW = { width: 794, height: 1123, deviceScaleFactor: 1, mobile: false }

/** Resizes the window of a page while `work` runs. @param size in CSS pixels. */
export async function inWindow<Result>(
  session: Session,
  size: { width: number; height?: number },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    await session.send('Emulation.setDeviceMetricsOverride', { ...A4_WINDOW, ...size })
    return await work()
  } finally {
    await session.send('Emulation.setDeviceMetricsOverride', A4_WINDOW)
  }
}
