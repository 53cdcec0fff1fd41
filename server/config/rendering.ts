import { availableParallelism, homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { EGRESS_MODES, type EgressRules, hostEntry, rangeEntry } from '../egress/rules.ts'
import { machineMemoryMb } from './memory.ts'
import { ConfigError, type Variables } from './variables.ts'

/** How documents are printed on this machine. */
export interface RenderingConfig {
  readonly chromePath: string | undefined
  readonly fontsDir: string | undefined
  /** What templates may load, whatever their account's own rules say. */
  readonly egress: EgressRules
  readonly chromiumSandbox: boolean
  /** How many documents are printed at once. */
  readonly tabs: number
  /** Memory that a page's process may take, in MB. */
  readonly pageMemoryMb: number
}

/** What the service, its PostgreSQL and its template hosts take beside the pages, in MB. */
const MEMORY_BESIDE_PAGES_MB = 1_536
/** A table of 13,000 rows of three cells on 434 sheets takes 1,900 MB, 1,000 sheets of small tables take 1,350. */
const PAGE_MEMORY_MB = { least: 1_024, most: 2_048 }

/** @throws {ConfigError} */
export function readRendering(variables: Variables): RenderingConfig {
  const tabs = variables.integer('TABS', {
    fallback: Math.min(Math.max(availableParallelism(), 2), 8),
    min: 1,
    max: 64,
  })
  return {
    chromePath: variables.text('CHROME_PATH'),
    fontsDir: variables.text('FONTS_DIR'),
    egress: readEgress(variables),
    chromiumSandbox: variables.choice('CHROMIUM_SANDBOX', ['on', 'OFF_AND_I_KNOW_THE_RISK'], 'on') === 'on',
    tabs,
    pageMemoryMb: variables.integer('PAGE_MEMORY_MB', {
      fallback: defaultPageMemory(tabs),
      min: 256,
      max: 65_536,
    }),
  }
}

/** The share of each tab in the memory of the machine or container. */
function defaultPageMemory(tabs: number): number {
  const share = Math.floor((machineMemoryMb() - MEMORY_BESIDE_PAGES_MB) / tabs)
  return Math.min(Math.max(share, PAGE_MEMORY_MB.least), PAGE_MEMORY_MB.most)
}

/** Where the unpacked Chromium, fonts and PostgreSQL's programs are kept. */
export function readCacheDir(variables: Variables): string {
  return resolve(variables.text('CACHE_DIR') ?? defaultCacheDir())
}

function readEgress(variables: Variables): EgressRules {
  const entries = (name: string) =>
    (variables.text(name)?.split(',') ?? []).map((part) => {
      const text = part.trim()
      const entry = rangeEntry(text) ?? hostEntry(text)
      if (entry !== undefined) return entry
      throw new ConfigError(name, text, 'it takes host names, *.names and address ranges, comma-separated')
    })
  const mode = variables.choice('EGRESS', EGRESS_MODES, 'public')
  const allow = entries('EGRESS_ALLOW')
  if (allow.length > 0 && mode !== 'allowlist') {
    throw new ConfigError('EGRESS_ALLOW', allow.join(), 'it is only for EGRESS=allowlist')
  }
  return { mode, allow, deny: entries('EGRESS_DENY') }
}

/** Root's home may not be entered by the users that Chromium and PostgreSQL run as; /var/cache may. */
function defaultCacheDir(): string {
  if (process.getuid?.() === 0) return '/var/cache/platen'
  const home = homedir()
  return home === '/' ? join(tmpdir(), 'platen') : join(home, '.cache', 'platen')
}
