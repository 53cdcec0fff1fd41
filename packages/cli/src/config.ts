import { homedir } from 'node:os'
import { join } from 'node:path'
import { CallerError } from './caller.ts'

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
  /** Variables of the process. The package of the renderer reads its settings from them. */
  readonly environment: NodeJS.ProcessEnv
}

/** Reads the variables of commands that call a service. @throws {CallerError} */
export function readCallerConfig(environment: NodeJS.ProcessEnv): CallerConfig {
  const home = valueOf(environment, 'HOME') ?? homedir()
  const url = valueOf(environment, 'PLATEN_URL')
  if (url !== undefined && !isServiceUrl(url)) {
    // Omits the value, because a URL can contain a password.
    throw new CallerError('PLATEN_URL is not the URL of a service.', {
      next: 'Set it to a URL such as https://pdf.example.com, without query, fragment and password.',
    })
  }
  return {
    url,
    apiKey: valueOf(environment, 'PLATEN_API_KEY'),
    hasDisplay: hasDisplay(environment),
    folder: join(valueOf(environment, 'XDG_CONFIG_HOME') ?? join(home, '.config'), 'platen'),
    environment,
  }
}

/** Returns true if a Linux machine has a display, so that a browser can be opened. */
export function hasDisplay(environment: NodeJS.ProcessEnv): boolean {
  return (valueOf(environment, 'DISPLAY') ?? valueOf(environment, 'WAYLAND_DISPLAY')) !== undefined
}

/** Returns the value of a variable. An empty value is treated as not set. */
function valueOf(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  return environment[name]?.trim() || undefined
}

/** Returns true if a text is an HTTP URL without query, fragment and credentials. */
export function isServiceUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash, username, password } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && search + hash + username + password === ''
}
