import { homedir } from 'node:os'
import { join } from 'node:path'
import { readCacheDir, readRendering, type RenderingConfig } from './rendering.ts'
import { ConfigError, readVariables } from './variables.ts'

/** Settings of the command line on a caller's machine. */
export interface CallerConfig {
  /** URL of the service; `undefined`: the service of the last sign-in. */
  readonly url: string | undefined
  /** API key that replaces the stored key of `platen login`. */
  readonly apiKey: string | undefined
  /** Folder for credentials of `platen login`. */
  readonly folder: string
  /** True on a Linux machine with a display, so that a browser can be opened. */
  readonly hasDisplay: boolean
  /** Returns the rendering settings of this machine, for commands that need no service. @throws {ConfigError} */
  readonly readRendering: () => RenderingConfig & { readonly cacheDir: string }
}

/** Reads the variables of commands that call a service. @throws {ConfigError} */
export function readCallerConfig(environment: NodeJS.ProcessEnv): CallerConfig {
  const variables = readVariables(environment)
  const home = variables.text('HOME') ?? homedir()
  const url = variables.text('PLATEN_URL')
  if (url !== undefined && !isServiceUrl(url)) {
    throw new ConfigError('PLATEN_URL', url, 'use the URL of a service, such as https://pdf.example.com')
  }
  return {
    url,
    apiKey: variables.text('PLATEN_API_KEY'),
    hasDisplay: hasDisplay(environment),
    folder: join(variables.text('XDG_CONFIG_HOME') ?? join(home, '.config'), 'platen'),
    readRendering: () => ({ ...readRendering(variables), cacheDir: readCacheDir(variables) }),
  }
}

/** Returns true if a Linux machine has a display, so that a browser can be opened. */
export function hasDisplay(environment: NodeJS.ProcessEnv): boolean {
  const { text } = readVariables(environment)
  return (text('DISPLAY') ?? text('WAYLAND_DISPLAY')) !== undefined
}

/** Returns true if a text is an HTTP URL without query, fragment and credentials. */
export function isServiceUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash, username, password } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && search + hash + username + password === ''
}
