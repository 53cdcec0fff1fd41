import { connect } from 'node:net'
import { startApp } from '../../packages/server/src/app.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { createLogger } from '../../packages/server/src/log.ts'

// A service in its own process, which connects all addresses to a test's listener.
const config = readConfig(process.env)
const app = await startApp(config, createLogger(config.logLevel), {
  network: {
    resolve: async () => ['93.184.215.14'],
    dial: () => connect(Number(process.env['LISTENER_PORT']), '127.0.0.1'),
  },
})
process.on('SIGTERM', () => void Promise.resolve(app[Symbol.asyncDispose]()).then(() => process.exit(0)))
