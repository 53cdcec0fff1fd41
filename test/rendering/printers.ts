import { readConfig } from '../../server/config.ts'
import { prepareFonts } from '../../server/rendering/fonts.ts'
import { installChromium } from '../../server/rendering/print/install.ts'
import { createPrinter, type Printer, type PrinterOptions } from '../../server/rendering/print/printer.ts'
import { unprivilegedUsers } from '../../server/rendering/unprivileged.ts'

/** What the service prints with, without a way out. */
export async function printerOptions(): Promise<PrinterOptions> {
  const { cacheDir } = readConfig({ CACHE_DIR: process.env['CACHE_DIR'] })
  return {
    installed: await installChromium({ cacheDir, chromePath: undefined }),
    fontsConfiguration: await prepareFonts({ cacheDir, fontsDir: undefined }),
    proxyPort: undefined,
    user: unprivilegedUsers().chromium,
    sandbox: true,
    tabs: 2,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  }
}

/** Starts a printer; `more` goes before the usual options. */
export async function startPrinter(more: Partial<PrinterOptions> = {}): Promise<Printer> {
  return await createPrinter({ ...(await printerOptions()), ...more })
}
