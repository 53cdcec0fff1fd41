// Worker process of bench/queue.ts. Runs jobs that do nothing, and reports each to its parent.

import { connect } from '../packages/server/src/database/database.ts'
import { createJobQueue } from '../packages/server/src/jobs/queue.ts'

// Two tabs per core on a machine with four cores.
const CONCURRENCY = 8
const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

const databaseUrl = process.argv[2] ?? ''
const { database } = connect({ url: databaseUrl, poolSize: 1, log: QUIET })
const queue = await createJobQueue({ databaseUrl, database, thumbnails: false, log: QUIET })
process.once('message', () => {
  const handlers = {
    async generate() {
      process.send?.('done')
      return 'done' as const
    },
    failGenerate: async () => {},
    mail: async () => {},
    failMail: async () => {},
    thumbnail: async () => 'done' as const,
    notice: async () => {},
  }
  void queue.work(handlers, CONCURRENCY)
})
process.once('disconnect', () => {
  Promise.resolve(queue[Symbol.asyncDispose]()).then(
    () => process.exit(),
    () => process.exit(1),
  )
})
process.send?.('ready')
