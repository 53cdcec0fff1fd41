import { readConfig } from '../../packages/server/src/config.ts'
import { prepareFonts } from '../../packages/renderer/src/fonts.ts'
import {
  installChromium,
  type InstalledChromium,
} from '../../packages/renderer/src/print/chromium/install.ts'

/** Returns the service's Chromium and fonts, which all contenders use. */
export async function sharedChromium(): Promise<{
  installed: InstalledChromium
  fontsConfiguration: string
}> {
  const { cacheDir } = readConfig({ CACHE_DIR: process.env['CACHE_DIR'] })
  const [installed, fontsConfiguration] = await Promise.all([
    installChromium({ cacheDir, chromePath: undefined }),
    prepareFonts({ cacheDir, fontsDir: undefined }),
  ])
  return { installed, fontsConfiguration }
}

/** Returns the environment in which Chromium finds its libraries and fonts. */
export async function chromiumEnvironment(): Promise<Record<string, string>> {
  const { installed, fontsConfiguration } = await sharedChromium()
  return {
    ...installed.environment,
    FONTCONFIG_FILE: fontsConfiguration,
    TZ: 'UTC',
  }
}
