import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { picturedTemplatesIn } from '../docs/blocks.ts'
import { drawSheets } from '../docs/draw.ts'
import { readConfig } from '../packages/server/src/config.ts'
import { drawFirstSheet } from '../packages/renderer/src/image/drawer.ts'
import { createRenderer } from '../packages/renderer/src/renderer.ts'
import { unprivilegedUsers } from '../packages/renderer/src/isolation/unprivileged.ts'
import { EXAMPLE_NAMES, readExample } from '../packages/server/src/templates/examples.ts'

// npm run pictures: draws the first sheet of each example with its sample data for the dashboard's gallery, and each
// template in the docs whose code block has the attribute picture=

const LIMIT_MS = 30_000
const DOCS = new URL('../docs/', import.meta.url)
const GUIDE = new URL('pictures/guide/', DOCS)

const { rendering, cacheDir } = readConfig({ ...process.env, EGRESS: 'none' })
await using renderer = await createRenderer({
  ...rendering,
  cacheDir,
  log: { info() {}, warn: console.warn, error: console.error },
})
await drawExamples()
await drawGuide()

async function drawExamples(): Promise<void> {
  for (const name of EXAMPLE_NAMES) {
    const { source, sampleData } = await readExample(name)
    const pdf = await print(name, source, JSON.parse(sampleData))
    const picture = await drawFirstSheet(pdf, unprivilegedUsers().drawer, AbortSignal.timeout(LIMIT_MS))
    await writeFile(new URL(`${name}/picture.png`, import.meta.url), picture)
    console.log(`${name}: ${picture.length} bytes`)
  }
}

async function drawGuide(): Promise<void> {
  await mkdir(GUIDE, { recursive: true })
  const pages = (await readdir(DOCS, { recursive: true })).filter((file) => file.endsWith('.md'))
  for (const page of pages.toSorted()) {
    for (const { name, source, data } of picturedTemplatesIn(await readFile(new URL(page, DOCS), 'utf8'))) {
      const picture = await drawSheets(await print(name, source, data))
      await writeFile(new URL(`${name}.png`, GUIDE), picture)
      console.log(`${page}: ${name}: ${picture.length} bytes`)
    }
  }
}

async function print(name: string, source: string, data: unknown): Promise<Buffer> {
  const { pdf } = await renderer.render(
    {
      owner: { tenant: name, egress: { mode: 'none', allow: [], deny: [] } },
      source,
      contentVersion: name,
      elements: JSON.stringify([data].flat()),
    },
    AbortSignal.timeout(LIMIT_MS),
  )
  return pdf
}
