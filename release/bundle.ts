import { cp, glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const INSTALLED_PACKAGE = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//

/**
 * Writes the code of a package and of the libraries that it uses to `dist/index.js`, with their licences. Most of the
 * libraries' files are not part of it, which makes the package ten times as small. Packages of Platen are not included.
 */
export async function bundlePackage({
  source,
  compiled,
  folder,
}: {
  /** Folder of the TypeScript sources. */
  source: string
  /** Folder of the declarations. */
  compiled: string
  /** Folder of the published package. */
  folder: string
}): Promise<void> {
  const dist = join(folder, 'dist')
  await using bundle = await rolldown({
    input: join(source, 'index.ts'),
    external: [/^node:/, /^@platen\//],
    platform: 'node',
    transform: { target: 'es2022' },
  })
  const { output } = await bundle.write({ dir: dist, sourcemap: true, minifyInternalExports: false })
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), await licencesOf(modules))
  for (const name of ['index', 'context'])
    await cp(join(compiled, `${name}.d.ts`), join(dist, `${name}.d.ts`))
}

/** Returns the licences of the packages that contain the modules. */
async function licencesOf(modules: readonly string[]): Promise<string> {
  const folders = new Map<string, string>()
  for (const id of modules) {
    const [, folder, name] = INSTALLED_PACKAGE.exec(id) ?? []
    if (folder !== undefined && name !== undefined) folders.set(name, folder)
  }
  const texts: string[] = []
  for (const [name, folder] of [...folders].toSorted(([one], [other]) => one.localeCompare(other))) {
    const [file] = await Array.fromAsync(glob('{LICENSE,LICENCE,license}*', { cwd: folder }))
    if (file === undefined) throw new Error(`${name} has no licence file`)
    texts.push(`${name}\n\n${await readFile(join(folder, file), 'utf8')}`)
  }
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}
