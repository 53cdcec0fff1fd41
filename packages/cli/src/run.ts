import { Platen } from '@platen/client'
import { type CallerConfig, isServiceUrl, readCallerConfig } from './config.ts'
import { parseExactJson } from '@platen/template/exact-json'
import { type Result, UsageError } from './command.ts'
import { type Caller, type CallerCall, CallerError, isKey, missingKeyError, type Terminal } from './caller.ts'
import { readCredentials } from './sign-in/credentials.ts'
import { withHint } from './error-hints.ts'

const DEFAULT_URL = 'http://127.0.0.1:3000'
const WIDTH_UNKNOWN = 80
// Fewer retries than the default of the client, so that an unreachable service is reported quickly.
const RETRIES = 2

/** Runs the work of a caller's command. @throws {UsageError} @throws {CallerError} */
export async function runForCaller(
  work: (call: CallerCall) => Promise<Result>,
  {
    url,
    isJson,
    environment,
    signal,
  }: { url: string | undefined; isJson: boolean; environment: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<Result> {
  const config = readCallerConfig(environment)
  const terminal = terminalOf(isJson)
  const { credentials, warning } = await readCredentials(config.folder)
  if (warning !== undefined) terminal.print(warning, { warning })
  const caller = callerOf(config, credentials, url)
  try {
    return await work({ config, caller, client: clientOf(caller), terminal, isJson, signal })
  } catch (error) {
    throw withHint(error, caller)
  }
}

/** Selects the service: the option, else the environment, else the latest sign-in, else the default. */
function callerOf(
  config: CallerConfig,
  credentials: { current?: string; services: Record<string, Caller['stored']> },
  option?: string,
): Caller {
  if (option !== undefined && !isServiceUrl(option)) {
    throw new UsageError(`--url must be an address such as https://pdf.example.com, not "${option}".`)
  }
  const [url, urlFrom] =
    option !== undefined
      ? ([option, 'option'] as const)
      : config.url !== undefined
        ? ([config.url, 'environment'] as const)
        : credentials.current !== undefined
          ? ([credentials.current, 'login'] as const)
          : ([DEFAULT_URL, 'default'] as const)
  const plain = url.replace(/(?<!\/)\/+$/, '')
  const stored = Object.hasOwn(credentials.services, plain) ? credentials.services[plain] : undefined
  const apiKey = config.apiKey ?? stored?.apiKey
  const keyFrom = config.apiKey !== undefined ? 'environment' : stored?.apiKey ? 'login' : undefined
  return { url: plain, urlFrom, apiKey, keyFrom, stored }
}

function clientOf({ url, apiKey, keyFrom }: Caller): CallerCall['client'] {
  return async () => {
    if (apiKey === undefined) throw missingKeyError(url)
    if (!isKey(apiKey)) {
      throw new CallerError(
        keyFrom === 'environment'
          ? 'PLATEN_API_KEY is not a valid API key.'
          : 'The stored API key is not valid.',
        { next: 'Use a key that begins with tlfy_, or run platen login.' },
      )
    }
    return new Platen({ apiKey, baseUrl: url, retries: RETRIES, parseJson: parseExactJson })
  }
}

function terminalOf(isJson: boolean): Terminal {
  const { stdin, stderr } = process
  const showsProgress = stderr.isTTY && !isJson
  return {
    showsProgress,
    canPrompt: stdin.isTTY && stderr.isTTY,
    // A pseudo terminal may report no width.
    width: stderr.columns || WIDTH_UNKNOWN,
    printLine: (line) => void (showsProgress && stderr.write(`${line}\n`)),
    print: (text, json) => void stderr.write(`${isJson ? JSON.stringify(json) : text}\n`),
  }
}
