import { homedir } from 'node:os'
import { join } from 'node:path'
import { readCacheDir, readRendering, type RenderingConfig } from './rendering.ts'
import { ConfigError, readVariables } from './variables.ts'

/** Settings of the command-line tool on a caller's machine. */
export interface CallerConfig {
  /** The service's URL; `undefined`: the one of the last sign-in. */
  readonly url: string | undefined
  /** Overrides the API key that `platen login` stores. */
  readonly apiKey: string | undefined
  /** Folder in which `platen login` stores credentials. */
  readonly folder: string
  /** Returns true on a Linux machine with a screen, which can show a browser. */
  readonly display: boolean
  /**
   * Returns the settings for printing on this machine, which needs no service.
   *
   * @throws {ConfigError}
   */
  readonly printing: () => RenderingConfig & { readonly cacheDir: string }
}

/**
 * Reads the settings of callers' commands, and none that only a service has.
 *
 * @throws {ConfigError}
 */
export function readCallerConfig(environment: NodeJS.ProcessEnv): CallerConfig {
  const variables = readVariables(environment)
  const home = variables.text('HOME') ?? homedir()
  const url = variables.text('PLATEN_URL')
  if (url !== undefined && !isAddress(url)) {
    throw new ConfigError(
      'PLATEN_URL',
      url,
      'it takes the address of a service, such as https://pdf.example.com',
    )
  }
  return {
    url,
    apiKey: variables.text('PLATEN_API_KEY'),
    display: hasDisplay(environment),
    folder: join(variables.text('XDG_CONFIG_HOME') ?? join(home, '.config'), 'platen'),
    printing: () => ({ ...readRendering(variables), cacheDir: readCacheDir(variables) }),
  }
}

/** Returns true if a Linux machine has a screen that can show a browser. */
export function hasDisplay(environment: NodeJS.ProcessEnv): boolean {
  const { text } = readVariables(environment)
  return (text('DISPLAY') ?? text('WAYLAND_DISPLAY')) !== undefined
}

/** Returns true if a text is a URL of a service, without query or credentials. */
export function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash, username, password } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && search + hash + username + password === ''
}
