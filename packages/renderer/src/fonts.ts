import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, glob, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareOnce } from './print/chromium/install.ts'

/**
 * The bundled families. `for`: generic names and common fonts that the family replaces. Arimo, Tinos, Cousine, Gelasio,
 * Carlito and Caladea have the same widths as the fonts that they replace, so lines break as in the author's browser.
 */
const FAMILIES: readonly Family[] = [
  {
    package: 'arimo',
    family: 'Arimo',
    for: ['sans-serif', 'Arial', 'Helvetica', 'Helvetica Neue', 'Liberation Sans'],
  },
  { package: 'tinos', family: 'Tinos', for: ['serif', 'Times New Roman', 'Times', 'Liberation Serif'] },
  { package: 'cousine', family: 'Cousine', for: ['Courier New', 'Courier', 'Liberation Mono'] },
  { package: 'gelasio', family: 'Gelasio', for: ['Georgia'] },
  { package: 'carlito', family: 'Carlito', for: ['Calibri'] },
  { package: 'caladea', family: 'Caladea', for: ['Cambria'] },
  { package: 'noto-sans', family: 'Noto Sans', for: ['Verdana', 'Tahoma', 'Open Sans'] },
  { package: 'noto-serif', family: 'Noto Serif' },
  { package: 'noto-sans-mono', family: 'Noto Sans Mono', for: ['monospace', 'Consolas', 'Menlo'] },
  { package: 'inter', family: 'Inter', for: ['system-ui', 'ui-sans-serif', 'Segoe UI', 'Roboto'] },
  { package: 'noto-sans-arabic', family: 'Noto Sans Arabic', languages: ['ar', 'fa', 'ur'] },
  { package: 'noto-sans-hebrew', family: 'Noto Sans Hebrew', languages: ['he', 'yi'] },
  { package: 'noto-sans-devanagari', family: 'Noto Sans Devanagari', languages: ['hi', 'mr', 'ne'] },
  { package: 'noto-sans-thai', family: 'Noto Sans Thai', languages: ['th'] },
  {
    package: 'noto-sans-sc',
    family: 'Noto Sans SC',
    languages: ['zh', 'zh-cn', 'zh-tw', 'zh-hk'],
    weights: ['400', '700'],
  },
  { package: 'biz-udpgothic', family: 'BIZ UDPGothic', languages: ['ja'] },
  { package: 'nanum-gothic', family: 'NanumGothic', for: ['Nanum Gothic'], languages: ['ko'] },
  { package: 'noto-color-emoji', family: 'Noto Color Emoji', for: ['emoji'] },
  ...[
    'Armenian',
    'Bengali',
    'Ethiopic',
    'Georgian',
    'Gujarati',
    'Gurmukhi',
    'Kannada',
    'Khmer',
    'Lao',
    'Malayalam',
    'Myanmar',
    'Sinhala',
    'Tamil',
    'Telugu',
  ].map((script) => ({
    package: `noto-sans-${script.toLowerCase()}`,
    family: `Noto Sans ${script}`,
    weights: ['400', '700'],
  })),
]

interface Family {
  /** Package of `@expo-google-fonts`. */
  package: string
  family: string
  for?: readonly string[]
  languages?: readonly string[]
  /** Weights to install when the files are large. By default all are installed. */
  weights?: readonly string[]
}

/**
 * Prepares the fonts of documents in `cacheDir`: those of the npm packages and, if given, the operator's `fontsDir`.
 * System fonts are excluded, so that a page looks the same on every machine.
 *
 * @returns the path of a fontconfig file
 */
export async function prepareFonts(options: {
  cacheDir: string
  fontsDir: string | undefined
}): Promise<string> {
  const files = (await Promise.all(FAMILIES.map(fontFiles))).flat()
  const version = createHash('sha256')
    .update(files.map((file) => file.name).join())
    .digest('hex')
    .slice(0, 12)
  const fonts = await prepareOnce(join(options.cacheDir, `fonts-${version}`), async (folder) => {
    for (const { path, name } of files) await copyFile(path, join(folder, name), constants.COPYFILE_FICLONE)
  })
  const configuration = configurationFor([
    fonts,
    ...(options.fontsDir === undefined ? [] : [options.fontsDir]),
  ])
  const name = createHash('sha256').update(configuration).digest('hex').slice(0, 12)
  const folder = await prepareOnce(join(options.cacheDir, `fontconfig-${name}`), async (fresh) => {
    await writeFile(join(fresh, 'fonts.conf'), configuration)
  })
  return join(folder, 'fonts.conf')
}

async function fontFiles(family: Family): Promise<{ path: string; name: string }[]> {
  const folder = dirname(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${family.package}`)))
  const files: { path: string; name: string }[] = []
  for await (const path of glob(join(folder, '*', '*.ttf'))) {
    const weight = /\d+/.exec(basename(dirname(path)))?.[0]
    if (!family.weights || (weight && family.weights.includes(weight)))
      files.push({ path, name: basename(path) })
  }
  if (files.length === 0) throw new Error(`The package @expo-google-fonts/${family.package} contains no font`)
  return files.toSorted((a, b) => a.name.localeCompare(b.name))
}

function configurationFor(folders: string[]): string {
  const replacements = FAMILIES.flatMap(({ family, for: names = [] }) =>
    names.map(
      (name) =>
        `<alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`,
    ),
  )
  // Chinese, Japanese and Korean share code points. The document's language selects the glyphs.
  const preferences = FAMILIES.flatMap(({ family, languages = [] }) =>
    languages.map(
      (language) =>
        `<match target="pattern"><test name="lang" compare="contains"><string>${language}</string></test>` +
        `<edit name="family" mode="append" binding="strong"><string>${family}</string></edit></match>`,
    ),
  )
  const fallbacks = FAMILIES.map(({ family }) => `<family>${family}</family>`).join('')
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${folders.map((folder) => `<dir>${escaped(folder)}</dir>`).join('\n')}
<cachedir prefix="xdg">fontconfig</cachedir>
${replacements.join('\n')}
${preferences.join('\n')}
<alias><family>sans-serif</family><prefer>${fallbacks}</prefer></alias>
<match target="pattern"><edit name="family" mode="append_last" binding="weak"><string>sans-serif</string></edit></match>
</fontconfig>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
