// A process of bench/queue.ts: works on jobs that do nothing, and tells its parent of each.

import { connect } from '../server/database/database.ts'
import { createJobQueue } from '../server/jobs/queue.ts'

// As many as two tabs a core would have.
const AT_ONCE = 8
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
    giveUpGenerate: async () => {},
    mail: async () => {},
    giveUpMail: async () => {},
    thumbnail: async () => 'done' as const,
    notice: async () => {},
  }
  void queue.work(handlers, AT_ONCE)
})
process.once('disconnect', () => {
  Promise.resolve(queue[Symbol.asyncDispose]()).then(
    () => process.exit(),
    () => process.exit(1),
  )
})
process.send?.('ready')
