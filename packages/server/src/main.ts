import { pino } from 'pino'
import { hasAccounts } from './accounts/accounts.ts'
import { type App, startApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { openOutput } from './output.ts'
import { isLocalUrl } from './http/auth/local-request.ts'
import { outboxSignUpUrl, outboxUrl } from './http/pages/outbox-pages.ts'
import { reservePort } from './operations/tcp-port.ts'
import { startFailure } from './operations/start-failure.ts'
import { type StartFacts, startMessage } from './operations/start-message.ts'

const SECOND_SIGNAL_EXIT = 130

let config: Config | undefined
try {
  // oxlint-disable-next-line no-process-env -- the only place that reads the environment
  config = readConfig(process.env)
  await serve(config)
} catch (error) {
  console.error(startFailure(error, config))
  process.exitCode = 1
  // Some components may be running. Ending them without a shutdown loses no data.
  process.exit()
}

/**
 * Starts the service, and stops it when the process receives SIGINT or SIGTERM. Calls in progress are finished first.
 */
async function serve(config: Config): Promise<void> {
  deleteLibraryVariables()
  const { logger, terminal } = await openOutput(config, standardOutput())
  const started = performance.now()
  if (config.role !== 'worker' && config.identity.kind === 'built-in') {
    // Loaded while the database and Chromium start. Otherwise the first call that needs it would wait 0.3 s.
    void import('./identity/auth-server.ts')
  }
  // Reports a port in use before all components start.
  if (terminal && config.http.port !== 0) await checkPortIsFree(config.http)
  const app = await startApp(config, logger, {}, terminal)
  if (terminal) terminal.write(startMessage(await startFacts(app, config)))
  else logger.info({ url: app.url, readyMs: Math.round(performance.now() - started) }, 'Platen is ready')

  let isEnding = false
  const end = (exitCode: number, finish: () => Promise<void>) => {
    if (isEnding) process.exit(SECOND_SIGNAL_EXIT)
    isEnding = true
    finish()
      .then(() => app[Symbol.asyncDispose]())
      .then(
        () => process.exit(exitCode),
        (error: unknown) => {
          logger.error({ err: error }, 'a component did not stop')
          process.exit(1)
        },
      )
  }
  // Ctrl-C ends the process without a delay, because no load balancer is involved.
  process.on('SIGINT', () => end(0, () => app.drain(0)))
  process.on('SIGTERM', () => end(0, () => app.drain(config.http.drainSeconds * 1_000)))
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'unhandled error')
    end(1, async () => {})
  })
}

async function startFacts({ services }: App, config: Config): Promise<StartFacts> {
  const { settings, database, outbox, identity } = services
  const key = isLocalUrl(settings.baseUrl) ? await outbox?.key() : undefined
  return {
    version: settings.version,
    baseUrl: settings.baseUrl,
    dataDir: config.dataDir,
    isWorker: config.role === 'worker',
    isBuiltIn: identity.builtIn !== undefined,
    signUp: settings.newAccounts.signUp,
    hasAccounts: await hasAccounts(database),
    firstBecomesOperator: settings.newAccounts.first?.role === 'operator',
    outbox: outbox && {
      urls:
        key === undefined
          ? undefined
          : { page: outboxUrl(settings.baseUrl, key), signUp: outboxSignUpUrl(settings.baseUrl, key) },
    },
  }
}

function standardOutput() {
  const { stdout } = process
  return {
    isTerminal: stdout.isTTY,
    colors: stdout.isTTY && stdout.hasColors(),
    destination: pino.destination(1),
  }
}

async function checkPortIsFree({ host, port }: Config['http']): Promise<void> {
  const reserved = await reservePort(host, port)
  await reserved[Symbol.asyncDispose]()
}

/** Deletes better-auth's environment variables, which would change its settings and enable its telemetry. */
function deleteLibraryVariables(): void {
  // oxlint-disable-next-line no-process-env -- only variables of better-auth are deleted
  const environment = process.env
  for (const name of Object.keys(environment)) {
    if (name.startsWith('BETTER_AUTH_')) delete environment[name]
  }
}
