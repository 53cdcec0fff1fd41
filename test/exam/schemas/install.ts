import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { installKosit } from '../kosit/install.ts'
import { install } from '../validators.ts'
import type { SchemaFolders } from './derive.ts'

const run = promisify(execFile)

/** Returns the folders with the schemas of UBL, CII and Factur-X. They are part of KoSIT's validator and of Mustang. */
export async function installSchemas(): Promise<SchemaFolders> {
  const { repository } = await installKosit()
  const library = dirname(await install('mustang'))
  const target = join(dirname(library), 'schemas')
  if (!existsSync(target)) {
    const unfinished = `${target}-${process.pid}`
    await mkdir(unfinished)
    const [jar = ''] = (await readdir(library)).filter((name) => name.startsWith('validator-'))
    await run('jar', ['xf', join(library, jar), 'schema/ZF_250'], { cwd: unfinished })
    await rename(unfinished, target).catch(async () => rm(unfinished, { recursive: true }))
  }
  return { kosit: join(repository, 'resources'), facturx: join(target, 'schema', 'ZF_250') }
}
