import { randomBytes } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { access, chmod, lstat, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { extract } from 'tar-fs'

/** A Chromium that can be started. */
export interface InstalledChromium {
  executable: string
  /** Where the libraries lie that a bare system lacks. */
  libraryFolders: string[]
}

const PACKAGE = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')))
/** An older version of it, whose libraries for another system have SQLite among them; later ones leave it out. */
const PACKAGE_WITH_SQLITE = fileURLToPath(new URL('..', import.meta.resolve('chromium-for-al2')))
// A certificate cannot be checked without it: libsoftokn3.so is bound to it, and Chromium ends when that is missing.
const SQLITE = 'lib/libsqlite3.so.0'

/**
 * The Chromium to print with: the one at `chromePath`, or that of the npm package, unpacked into `cacheDir` when
 * it is not there yet (2.6 s). The package's own way to unpack is not used: it trusts whatever lies at
 * /tmp/chromium.
 * @throws an Error that names the path when it cannot be run.
 */
export async function installChromium(options: {
  cacheDir: string
  chromePath: string | undefined
}): Promise<InstalledChromium> {
  if (options.chromePath !== undefined) {
    await refuseUnlessProgram(options.chromePath)
    return { executable: options.chromePath, libraryFolders: [] }
  }
  const folder = await prepareOnce(
    join(options.cacheDir, `chromium-${await versionOf(PACKAGE)}-${await versionOf(PACKAGE_WITH_SQLITE)}`),
    unpack,
  )
  return {
    executable: join(folder, 'chromium'),
    libraryFolders: [join(folder, 'lib'), folder],
  }
}

async function refuseUnlessProgram(path: string): Promise<void> {
  try {
    await access(path, constants.X_OK)
    if (!(await stat(path)).isFile()) throw new Error(`${path} is no file`)
  } catch (error) {
    throw new Error(`CHROME_PATH=${path} is not a program that can be run`, { cause: error })
  }
}

/**
 * Makes `folder` by `prepare`, once: under another name first and renamed when it is whole, so that neither a
 * crash nor a second process leaves half of it. One that somebody else could have written to is not trusted.
 * Everybody may read it, whatever our umask: Chromium runs as somebody else.
 */
export async function prepareOnce(
  folder: string,
  prepare: (folder: string) => Promise<void>,
): Promise<string> {
  if (await isTrusted(folder)) return folder
  const temporary = `${folder}.${randomBytes(6).toString('hex')}`
  const made = await mkdir(temporary, { recursive: true })
  try {
    await prepare(temporary)
    for (const entry of await readdir(temporary, { recursive: true })) await letRead(join(temporary, entry))
    for (let path = temporary; made && path.startsWith(made); path = dirname(path)) await letRead(path)
    await rename(temporary, folder)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    if (!(await isTrusted(folder))) throw error
  }
  return folder
}

async function letRead(path: string): Promise<void> {
  const found = await lstat(path)
  if (found.isSymbolicLink()) return
  await chmod(path, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644)
}

async function isTrusted(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found) return false
  if (found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0) return true
  throw new Error(
    `${folder} may have been written to by others. Remove it, or set CACHE_DIR to another folder.`,
  )
}

async function versionOf(installed: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  if (typeof manifest === 'object' && manifest && 'version' in manifest) return String(manifest.version)
  throw new Error(`${installed} names no version`)
}

async function unpack(folder: string): Promise<void> {
  const inflated = (name: string, installed = PACKAGE) =>
    [createReadStream(join(installed, 'bin', name)), createBrotliDecompress()] as const
  await Promise.all([
    pipeline(...inflated('chromium.br'), createWriteStream(join(folder, 'chromium'), { mode: 0o755 })),
    // Holds lib/: the few libraries that a bare Debian lacks.
    pipeline(...inflated('al2023.tar.br'), extract(folder)),
    pipeline(
      ...inflated('al2.tar.br', PACKAGE_WITH_SQLITE),
      extract(folder, { ignore: (_, header) => header?.name !== SQLITE }),
    ),
    pipeline(...inflated('swiftshader.tar.br'), extract(folder)),
  ])
}
