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
  /** Folders with libraries that a minimal system lacks. */
  libraryFolders: string[]
}

const PACKAGE = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')))
/** An older version of the package, whose libraries include SQLite. Later versions lack it. */
const PACKAGE_WITH_SQLITE = fileURLToPath(new URL('..', import.meta.resolve('chromium-for-al2')))
/** Needed to check certificates: libsoftokn3.so is linked to it, and Chromium ends when it is missing. */
const SQLITE = 'lib/libsqlite3.so.0'

/**
 * Returns the Chromium at `chromePath`, or that of the npm package, which is first unpacked into `cacheDir` (2.6 s).
 * The package's own function to unpack is not used, because it trusts any file at /tmp/chromium.
 * @throws {Error} with the path when it cannot be run.
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
  const inflated = (name: string, installed = PACKAGE) =>
    [createReadStream(join(installed, 'bin', name)), createBrotliDecompress()] as const
  await Promise.all([
    pipeline(...inflated('chromium.br'), createWriteStream(join(folder, 'chromium'), { mode: 0o755 })),
    // Contains lib/: the few libraries that a minimal Debian lacks.
    pipeline(...inflated('al2023.tar.br'), extract(folder)),
    pipeline(
      ...inflated('al2.tar.br', PACKAGE_WITH_SQLITE),
      extract(folder, { ignore: (_, header) => header?.name !== SQLITE }),
    ),
    pipeline(...inflated('swiftshader.tar.br'), extract(folder)),
  ])
}
