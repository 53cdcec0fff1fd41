import { readConfig } from '../../server/config.ts'
import { prepareFonts } from '../../server/rendering/fonts.ts'
import { installChromium, type InstalledChromium } from '../../server/rendering/print/chromium/install.ts'

/** The Chromium and the fonts that the service has: all contenders print with the same. */
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

/** What its processes need to find libraries and fonts. */
export async function chromiumEnvironment(): Promise<Record<string, string>> {
  const { installed, fontsConfiguration } = await sharedChromium()
  return {
    LD_LIBRARY_PATH: installed.libraryFolders.join(':'),
    FONTCONFIG_FILE: fontsConfiguration,
    TZ: 'UTC',
  }
}
