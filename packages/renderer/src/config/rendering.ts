import { availableParallelism, homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { EGRESS_MODES, type EgressRules, hostEntry, rangeEntry } from '../egress/rules.ts'
import { machineMemoryMb } from './memory.ts'
import { ConfigError, type Variables } from './variables.ts'

/** Rendering settings of this machine. */
export interface RenderingConfig {
  readonly chromePath: string | undefined
  readonly fontsDir: string | undefined
  /** Operator's egress rules. Accounts can only restrict them further. */
  readonly egress: EgressRules
  readonly chromiumSandbox: boolean
  /** Number of concurrent prints. */
  readonly tabs: number
  /** Memory limit of a page's process, in MB. */
  readonly pageMemoryMb: number
}

/** Memory for the service, its PostgreSQL and its template hosts, in MB. */
const MEMORY_BESIDE_PAGES_MB = 1_536
/**
 * Range of the default, in MB. A table with 13,000 rows of 3 cells (434 sheets) takes 1,900 MB. 1,000 sheets of small
 * tables take 1,350 MB.
 */
const PAGE_MEMORY_MB = { min: 1_024, max: 2_048 }

/** Reads the rendering settings. @throws {ConfigError} */
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

/** Returns the share of each tab in the memory of the machine or container, in MB. */
function defaultPageMemory(tabs: number): number {
  const share = Math.floor((machineMemoryMb() - MEMORY_BESIDE_PAGES_MB) / tabs)
  return Math.min(Math.max(share, PAGE_MEMORY_MB.min), PAGE_MEMORY_MB.max)
}

/** Returns the folder of the unpacked Chromium, fonts and PostgreSQL binaries. */
export function readCacheDir(variables: Variables): string {
  return resolve(variables.text('CACHE_DIR') ?? defaultCacheDir())
}

function readEgress(variables: Variables): EgressRules {
  const entries = (name: string) =>
    (variables.text(name)?.split(',') ?? []).map((part) => {
      const text = part.trim()
      const entry = rangeEntry(text) ?? hostEntry(text)
      if (entry !== undefined) return entry
      throw new ConfigError(
        name,
        text,
        'use a comma-separated list of host names, *.example.com and address ranges',
      )
    })
  const mode = variables.choice('EGRESS', EGRESS_MODES, 'public')
  const allow = entries('EGRESS_ALLOW')
  if (allow.length > 0 && mode !== 'allowlist') {
    throw new ConfigError('EGRESS_ALLOW', allow.join(), 'it requires EGRESS=allowlist')
  }
  return { mode, allow, deny: entries('EGRESS_DENY') }
}

/** Chromium and PostgreSQL run as users that cannot access root's home. They can access /var/cache. */
function defaultCacheDir(): string {
  if (process.getuid?.() === 0) return '/var/cache/platen'
  const home = homedir()
  return home === '/' ? join(tmpdir(), 'platen') : join(home, '.cache', 'platen')
}
