import { prepareFonts } from '../rendering/fonts.ts'
import { installChromium } from '../rendering/print/install.ts'
import { type Command, positionals } from './command.ts'

export const prepareCommand: Command = {
  name: 'prepare',
  help: 'Unpacks Chromium and the fonts into CACHE_DIR, which a first start would do otherwise: for images whose file\nsystem cannot be written to. CACHE_DIR must belong to the user that the service runs as.',
  options: {},
  async run(call) {
    positionals(call)
    const { cacheDir, rendering } = call.config
    const [{ executable }, fonts] = await Promise.all([
      installChromium({ ...rendering, cacheDir }),
      prepareFonts({ ...rendering, cacheDir }),
    ])
    return {
      text: `Chromium is at ${executable}, the fonts are named by ${fonts}.`,
      json: { chromium: executable, fonts },
    }
  },
}
