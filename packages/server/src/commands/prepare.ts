import { prepareFonts } from '@platen/renderer/service'
import type { ServerCommand } from './operator.ts'
import { installChromium } from '@platen/renderer/service'
import { positionals } from '@platen/cli/command'

export const prepareCommand: ServerCommand = {
  name: 'prepare',
  help: 'For images with a read-only file system. Without this command, the service does the same at its first start. CACHE_DIR must belong to the user that the service runs as.',
  options: {},
  async run(call) {
    positionals(call)
    const { cacheDir, rendering } = call.config
    const [{ executable }, fonts] = await Promise.all([
      installChromium({ ...rendering, cacheDir }),
      prepareFonts({ ...rendering, cacheDir }),
    ])
    return {
      text: `Chromium is at ${executable}. The font configuration is at ${fonts}.`,
      json: { chromium: executable, fonts },
    }
  },
}
