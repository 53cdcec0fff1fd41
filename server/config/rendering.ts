import { availableParallelism, homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { EGRESS_MODES, type EgressRules, hostEntry, rangeEntry } from '../egress/rules.ts'
import { machineMemoryMb } from './memory.ts'
import { ConfigError, type Variables } from './variables.ts'

/** Settings of printing on this machine. */
export interface RenderingConfig {
  readonly chromePath: string | undefined
  readonly fontsDir: string | undefined
  /** Hosts that templates may load from, in addition to the rules of their account. */
  readonly egress: EgressRules
  readonly chromiumSandbox: boolean
  /** Number of documents that are printed at a time. */
  readonly tabs: number
  /** Memory limit of a page's process, in MB. */
  readonly pageMemoryMb: number
}

/** Memory of the service, PostgreSQL and template hosts without pages, in MB. */
const MEMORY_BESIDE_PAGES_MB = 1_536
/**
 * A table of 13,000 rows with three cells on 434 sheets takes 1,900 MB, 1,000 sheets of small tables take 1,350 MB.
 */
const PAGE_MEMORY_MB = { least: 1_024, most: 2_048 }

/**
 * Reads the settings of rendering.
 *
 * @throws {ConfigError}
 */
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

/** Returns each tab's share of the memory of the machine or container. */
function defaultPageMemory(tabs: number): number {
  const share = Math.floor((machineMemoryMb() - MEMORY_BESIDE_PAGES_MB) / tabs)
  return Math.min(Math.max(share, PAGE_MEMORY_MB.least), PAGE_MEMORY_MB.most)
}

/** Returns the folder of the unpacked Chromium, fonts and PostgreSQL's programs. */
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

/** The users that Chromium and PostgreSQL run as may not enter root's home, but may enter /var/cache. */
function defaultCacheDir(): string {
  if (process.getuid?.() === 0) return '/var/cache/platen'
  const home = homedir()
  return home === '/' ? join(tmpdir(), 'platen') : join(home, '.cache', 'platen')
}
