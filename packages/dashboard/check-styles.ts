import { readdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

// Class names of Mantine's components, in its scripts and in its style sheets: m_ and a hexadecimal number.
const MANTINE_CLASS = /\bm_[0-9a-f]{6,8}\b/g

/** Vite plugin: fails a build when a component is used whose style sheet `src/mantine.css` does not import. */
export function checkStyles(): Plugin {
  return {
    name: 'check-styles',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const files = Object.values(bundle)
      const used = files.flatMap((file) => (file.type === 'chunk' ? classesIn(file.code) : []))
      const styled = new Set(
        files.flatMap((file) =>
          file.type === 'asset' && file.fileName.endsWith('.css') ? classesIn(String(file.source)) : [],
        ),
      )
      const sheets = await findSheets()
      const missing = new Set(
        used.filter((name) => !styled.has(name)).flatMap((name) => sheets.get(name) ?? []),
      )
      if (missing.size > 0) this.error(`src/mantine.css must import ${[...missing].join(', ')}`)
    },
  }
}

/** Maps each class name of Mantine to the style sheet that defines it. */
async function findSheets(): Promise<Map<string, string>> {
  const folder = dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles/global.css')))
  const sheets = new Map<string, string>()
  for (const file of await readdir(folder)) {
    if (file.endsWith('.layer.css')) continue
    for (const name of classesIn(await readFile(`${folder}/${file}`, 'utf8'))) {
      sheets.set(name, `@mantine/core/styles/${file}`)
    }
  }
  return sheets
}

function classesIn(text: string): string[] {
  return text.match(MANTINE_CLASS) ?? []
}
