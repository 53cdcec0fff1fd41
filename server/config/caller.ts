import { homedir } from 'node:os'
import { join } from 'node:path'
import { readCacheDir, readRendering, type RenderingConfig } from './rendering.ts'
import { ConfigError, readVariables } from './variables.ts'

/** What the environment tells the tool of whoever calls a service with it, from whichever machine. */
export interface CallerConfig {
  /** The service's address; undefined: the one that was signed in to last. */
  readonly url: string | undefined
  /** Takes the place of the key that `platen login` keeps. */
  readonly apiKey: string | undefined
  /** Where `platen login` keeps what it is given. */
  readonly folder: string
  /** Returns true on a Linux machine with a screen, which can show a browser. */
  readonly display: boolean
  /** How this machine prints, for what needs no service. @throws {ConfigError} */
  readonly printing: () => RenderingConfig & { readonly cacheDir: string }
}

/** Reads what a caller's command needs, and nothing that only a service has. @throws {ConfigError} */
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

/** Whether a Linux has a screen, on which a browser can be shown. */
export function hasDisplay(environment: NodeJS.ProcessEnv): boolean {
  const { text } = readVariables(environment)
  return (text('DISPLAY') ?? text('WAYLAND_DISPLAY')) !== undefined
}

/** Whether a text is where a service can be, and nothing more. */
export function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash, username, password } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && search + hash + username + password === ''
}
