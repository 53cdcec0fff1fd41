import { startApp } from './app.ts'
import { readConfig } from './config.ts'
import { ConfigError } from './config/variables.ts'
import { createLogger } from './log.ts'

const SECOND_SIGNAL_EXIT = 130

try {
  await serve()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  console.error(error instanceof ConfigError ? message : `Platen did not start: ${message}`)
  process.exitCode = 1
  // Parts may have been left half-started; there is nothing to save.
  process.exit()
}

/** Starts the service and stops it, calls under way first, when the process is asked to end. */
async function serve(): Promise<void> {
  // oxlint-disable-next-line no-process-env -- the one place where the environment comes in
  const config = readConfig(process.env)
  hideLibrariesVariables()
  const logger = createLogger(config.logLevel)
  const started = performance.now()
  if (config.role !== 'worker' && config.identity.kind === 'built-in') {
    // While the database and Chromium start. It takes a third of a second, for which calls would have to wait.
    void import('./identity/auth-server.ts')
  }
  const app = await startApp(config, logger)
  logger.info({ url: app.url, readyMs: Math.round(performance.now() - started) }, 'Platen is ready')

  let ending = false
  const end = (exitCode: number, finish: () => Promise<void>) => {
    if (ending) process.exit(SECOND_SIGNAL_EXIT)
    ending = true
    finish()
      .then(() => app[Symbol.asyncDispose]())
      .then(
        () => process.exit(exitCode),
        (error: unknown) => {
          logger.error({ err: error }, 'a part did not stop')
          process.exit(1)
        },
      )
  }
  // Whoever presses Ctrl-C spreads no calls over several processes.
  process.on('SIGINT', () => end(0, () => app.drain(0)))
  process.on('SIGTERM', () => end(0, () => app.drain(config.http.drainSeconds * 1_000)))
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'an error that nobody handled')
    end(1, async () => {})
  })
}

/** better-auth would obey variables of its own, among them some that have it tell others of us. */
function hideLibrariesVariables(): void {
  // oxlint-disable-next-line no-process-env -- nothing of ours is in them
  const environment = process.env
  for (const name of Object.keys(environment)) {
    if (name.startsWith('BETTER_AUTH_')) delete environment[name]
  }
}
