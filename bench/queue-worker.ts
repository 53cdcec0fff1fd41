// Worker process of bench/queue.ts. Runs jobs that do nothing, and reports each to its parent.

import { connect } from '../packages/server/src/database/database.ts'
import { jobKinds } from '../packages/server/src/jobs/kinds.ts'
import { createJobQueue } from '../packages/server/src/jobs/queue.ts'
import type { Services } from '../packages/server/src/services.ts'
import { createTelemetry } from '../packages/server/src/telemetry/telemetry.ts'

// Two tabs per core on a machine with four cores.
const TABS = 8
const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

const databaseUrl = process.argv[2] ?? ''
const { database } = connect({ url: databaseUrl, poolSize: 1, log: QUIET })
const { generate, 'generate-failed': failed } = jobKinds({ tabs: TABS })
const run = async () => void process.send?.('done')
const queue = await createJobQueue({
  databaseUrl,
  database,
  kinds: { 'generate-failed': failed, generate: { ...generate, run } },
  works: true,
  log: QUIET,
})
process.once('message', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- jobs of other kinds are not sent
  const services = { database, queue, log: QUIET, telemetry: createTelemetry([]) } as unknown as Services
  void queue.work(services)
})
process.once('disconnect', () => {
  Promise.resolve(queue[Symbol.asyncDispose]()).then(
    () => process.exit(),
    () => process.exit(1),
  )
})
process.send?.('ready')
