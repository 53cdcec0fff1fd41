import { type ChildProcess, spawn } from 'node:child_process'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { type Activity, createActivity } from './activity.ts'
import type { InstalledChromium } from './install.ts'
import { type Connection, createConnection, ProtocolError } from './protocol.ts'

/** A running Chromium. */
export interface Chromium extends AsyncDisposable {
  connection: Connection
  activity: Activity
  pid: number
  /** Product and version, for example `HeadlessChrome/153.0…`. */
  version: string
}

export interface ChromiumOptions {
  installed: InstalledChromium
  fontsConfiguration: string
  /** User of the processes when this process runs as root. Chromium never runs as root. */
  user: { uid: number; gid: number } | undefined
  /** Enables the sandbox of Chromium. Only an explicit setting of the operator disables it. */
  sandbox: boolean
  /** Size limit of a response with data, such as a print. In bytes of base64. */
  dataBytesMax?: number
}

/** Chromium did not start. The message ends with its last output. */
export class ChromiumUnavailable extends Error {
  override name = 'ChromiumUnavailable'
}

const START_LIMIT_MS = 20_000
const END_LIMIT_MS = 2_000
/** Heap limit of the scripts of a page. */
const SCRIPT_HEAP_MB = 256
/** Proxy for requests outside of tabs. They fail, because nothing listens on port 9. Each tab has its own proxy. */
const UNREACHABLE_PROXY = 'http://127.0.0.1:9'
/** Sends requests to loopback addresses through the proxy, too. By default Chromium connects to them directly. */
export const PROXY_BYPASS_LIST = '<-loopback>'

const FORBIDDEN = [
  '--no-sandbox',
  '--disable-setuid-sandbox',
  '--disable-web-security',
  '--allow-file-access-from-files',
  '--disable-site-isolation-trials',
  '--ignore-certificate-errors',
  '--remote-debugging-port',
  '--single-process',
]

/** Returns the arguments of Chromium. @throws {Error} when one of them weakens its security. */
export function chromiumArguments(options: Pick<ChromiumOptions, 'sandbox'> & { profile: string }): string[] {
  const args = [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${options.profile}`,
    `--proxy-server=${UNREACHABLE_PROXY}`,
    `--proxy-bypass-list=${PROXY_BYPASS_LIST}`,
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--disable-quic',
    '--dns-prefetch-disable',
    '--no-pings',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-3d-apis',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-sync',
    '--disable-default-apps',
    '--disable-extensions',
    '--disable-breakpad',
    '--disable-client-side-phishing-detection',
    '--disable-popup-blocking',
    '--disable-dev-shm-usage',
    '--disable-background-timer-throttling',
    '--disable-renderer-backgrounding',
    '--disable-backgrounding-occluded-windows',
    '--disable-features=BackForwardCache,RenderDocument,MediaRouter,OptimizationHints,Translate,AcceptCHFrame,InterestFeedContentSuggestions',
    '--font-render-hinting=none',
    '--force-color-profile=srgb',
    '--hide-scrollbars',
    '--mute-audio',
    '--metrics-recording-only',
    '--no-default-browser-check',
    '--no-first-run',
    '--noerrdialogs',
    `--js-flags=--max-old-space-size=${SCRIPT_HEAP_MB}`,
    'about:blank',
  ]
  const forbidden = args.find((arg) => FORBIDDEN.includes(arg.split('=', 1)[0] ?? ''))
  if (forbidden !== undefined) throw new Error(`Chromium must not be started with ${forbidden}`)
  return options.sandbox ? args : ['--no-sandbox', ...args]
}

/** Starts Chromium and waits until it answers. @throws {ChromiumUnavailable} when it does not answer within 20 s. */
export async function startChromium(options: ChromiumOptions): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), 'platen-chromium-'))
  const { user, installed } = options
  await mkdir(join(profile, 'tmp'), { mode: 0o700 })
  if (user) for (const folder of [join(profile, 'tmp'), profile]) await chown(folder, user.uid, user.gid)
  const child = spawn(installed.executable, chromiumArguments({ ...options, profile }), {
    ...user,
    cwd: '/',
    // A separate process group, so that all processes of Chromium can be ended together.
    detached: true,
    env: {
      HOME: profile,
      TMPDIR: join(profile, 'tmp'),
      XDG_CACHE_HOME: join(profile, 'cache'),
      LANG: 'en_US.UTF-8',
      TZ: 'UTC',
      FONTCONFIG_FILE: options.fontsConfiguration,
      ...installed.environment,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const lastOutput = captureLastOutput(child)
  const exited = new Promise<void>(
    (resolve) => void child.once('exit', () => resolve()).once('error', () => resolve()),
  )
  // Pipes 3 and 4 exist because of `stdio` above.
  const connection = createConnection(
    child.stdio[3] as Writable,
    child.stdio[4] as Readable,
    options.dataBytesMax,
  )
  void exited.then(() => connection.close(new ProtocolError('Chromium ended')))
  const end = async () => {
    killGroup(child)
    await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, END_LIMIT_MS).unref())])
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
  const limit = setTimeout(() => killGroup(child), START_LIMIT_MS)
  try {
    const { product } = await connection.browser.send('Browser.getVersion')
    return {
      connection,
      activity: createActivity(),
      pid: child.pid ?? 0,
      version: product,
      [Symbol.asyncDispose]: end,
    }
  } catch (error) {
    await end()
    throw new ChromiumUnavailable(`Chromium did not start. ${lastOutput()}`, { cause: error })
  } finally {
    clearTimeout(limit)
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

function captureLastOutput(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text = (text + chunk).slice(-2_000)))
  child.once('error', (error) => (text += error.message))
  return () => text.trim()
}
