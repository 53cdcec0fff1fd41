import { mkdir, writeFile } from 'node:fs/promises'
import { deriveTable, moduleOf, TABLES } from './derive.ts'
import { installSchemas } from './install.ts'

// Writes the tables of the schemas. Needs what the exam of KoSIT's validator needs.

const FOLDER = new URL('../../../packages/einvoice/src/schema/tables/', import.meta.url)
const folders = await installSchemas()
await mkdir(FOLDER, { recursive: true })
for (const name of TABLES)
  await writeFile(new URL(`${name}.ts`, FOLDER), moduleOf(name, await deriveTable(name, folders)))
