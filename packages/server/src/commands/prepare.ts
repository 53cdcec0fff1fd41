import { prepareFonts } from '@platen/renderer/service'
import type { ServerCall } from './operator.ts'
import { installChromium } from '@platen/renderer/service'
import { type CommandDefinitions, examples, type Result } from '@platen/cli/command'

export const prepareCommand: CommandDefinitions<ServerCall> = {
  prepare: (command, run) =>
    command
      .description(
        'For images with a read-only file system. Without this command, the service does the same at its first start. CACHE_DIR must belong to the user that the service runs as.',
      )
      .addHelpText('after', examples('CACHE_DIR=/opt/platen platen prepare'))
      .action(() => run(prepareFiles)),
}

async function prepareFiles({ config: { cacheDir, rendering } }: ServerCall): Promise<Result> {
  const [{ executable }, fonts] = await Promise.all([
    installChromium({ ...rendering, cacheDir }),
    prepareFonts({ ...rendering, cacheDir }),
  ])
  return {
    text: `Chromium is at ${executable}. The font configuration is at ${fonts}.`,
    json: { chromium: executable, fonts },
  }
}
