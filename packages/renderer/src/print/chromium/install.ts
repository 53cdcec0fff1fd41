import { randomBytes } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { access, chmod, lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { extract } from 'tar-fs'
import { createEmptyLibrary } from './empty-library.ts'

/** A Chromium that can be started. */
export interface InstalledChromium {
  executable: string
  /** Environment variables that it needs. */
  environment: Record<string, string>
}

const PACKAGE = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')))
/** Version of the folder's content. Increase it when `unpack` changes. */
const CONTENT_VERSION = 2
/** The library of NSS that is linked to SQLite. */
const SOFTOKEN = 'libsoftokn3.so'
const SQLITE = 'libsqlite3.so.0'
/** The npm package contains only this build. */
const PLATFORM = 'linux-x64'

/**
 * Returns the Chromium at `chromePath`, or that of the npm package, which is first unpacked into `cacheDir` (2.6 s).
 * The package's own function to unpack is not used, because it trusts any file at /tmp/chromium.
 * @throws {Error} with the path when it cannot be run, and on other platforms without `chromePath`.
 */
export async function installChromium(options: {
  cacheDir: string
  chromePath: string | undefined
  platform?: string
}): Promise<InstalledChromium> {
  const { platform = `${process.platform}-${process.arch}` } = options
  if (options.chromePath !== undefined) {
    await refuseUnlessProgram(options.chromePath)
    return { executable: options.chromePath, environment: {} }
  }
  if (platform !== PLATFORM) {
    throw new Error(
      `npm has no Chromium for ${platform}, only for ${PLATFORM}. Install Chromium and set CHROME_PATH to its path.`,
    )
  }
  const folder = await prepareOnce(
    join(options.cacheDir, `chromium-${await versionOf(PACKAGE)}-${CONTENT_VERSION}`),
    unpack,
  )
  return {
    executable: join(folder, 'chromium'),
    environment: {
      // The libraries that a minimal system lacks.
      LD_LIBRARY_PATH: [join(folder, 'lib'), folder].join(':'),
      // Chromium cannot create its database of certificates there, so it works without one and without SQLite.
      XDG_DATA_HOME: '/dev/null',
    },
  }
}

async function refuseUnlessProgram(path: string): Promise<void> {
  try {
    await access(path, constants.X_OK)
    if (!(await stat(path)).isFile()) throw new Error(`${path} is not a file`)
  } catch (error) {
    throw new Error(`CHROME_PATH=${path} is not an executable file`, { cause: error })
  }
}

/**
 * Creates `folder` by `prepare` unless it exists. It is prepared under a temporary name and then renamed, so that
 * neither a crash nor a second process leaves a partial folder. All users may read it, whatever the umask, because
 * Chromium runs as another user.
 * @throws {Error} when the folder exists and other users may have written to it.
 */
export async function prepareOnce(
  folder: string,
  prepare: (folder: string) => Promise<void>,
): Promise<string> {
  if (await isTrusted(folder)) return folder
  const temporary = `${folder}.${randomBytes(6).toString('hex')}`
  const firstCreated = await mkdir(temporary, { recursive: true })
  try {
    await prepare(temporary)
    for (const entry of await readdir(temporary, { recursive: true }))
      await makeReadable(join(temporary, entry))
    for (let path = temporary; firstCreated && path.startsWith(firstCreated); path = dirname(path))
      await makeReadable(path)
    await rename(temporary, folder)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    if (!(await isTrusted(folder))) throw error
  }
  return folder
}

async function makeReadable(path: string): Promise<void> {
  const stats = await lstat(path)
  if (stats.isSymbolicLink()) return
  await chmod(path, stats.isDirectory() || stats.mode & 0o100 ? 0o755 : 0o644)
}

async function isTrusted(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined)
  if (!stats) return false
  if (stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0) return true
  throw new Error(`Other users may have written to ${folder}. Remove it, or set CACHE_DIR to another folder.`)
}

async function versionOf(installed: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  if (typeof manifest === 'object' && manifest && 'version' in manifest) return String(manifest.version)
  throw new Error(`${join(installed, 'package.json')} has no version`)
}

async function unpack(folder: string): Promise<void> {
  const inflated = (name: string) =>
    [createReadStream(join(PACKAGE, 'bin', name)), createBrotliDecompress()] as const
  await Promise.all([
    pipeline(...inflated('chromium.br'), createWriteStream(join(folder, 'chromium'), { mode: 0o755 })),
    // Contains lib/: the few libraries that a minimal Debian lacks.
    pipeline(...inflated('al2023.tar.br'), extract(folder)),
    pipeline(...inflated('swiftshader.tar.br'), extract(folder)),
  ])
  await addEmptySqlite(join(folder, 'lib'))
}

/**
 * Adds an empty SQLite. NSS, which Chromium needs to check certificates, is linked to SQLite but only calls it for a
 * database of certificates. The package and a minimal Debian lack SQLite, and without the file Chromium crashes at the
 * first https request.
 */
async function addEmptySqlite(folder: string): Promise<void> {
  const softoken = await readFile(join(folder, SOFTOKEN))
  const symbols = [...new Set(softoken.toString('latin1').match(/sqlite3_\w+/g))]
  await writeFile(join(folder, SQLITE), createEmptyLibrary({ name: SQLITE, symbols, like: softoken }))
}
