import type { Session } from '../chromium/protocol.ts'

/** The window of a page, in CSS pixels: as wide and high as A4, so that scripts measure what will be printed. */
export const A4_WINDOW = { width: 794, height: 1123, deviceScaleFactor: 1, mobile: false }

/** Gives the page a window of another size, in CSS pixels, while `work` runs. */
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
