// A process of bench/queue.ts: works on jobs that do nothing, and tells its parent of each.

import { createJobQueue } from '../server/jobs/queue.ts'

// As many as two tabs a core would have.
const AT_ONCE = 8
const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

const queue = await createJobQueue({ databaseUrl: process.argv[2] ?? '', thumbnails: false, log: QUIET })
process.once('message', () => {
  const handlers = {
    generate: async () => void process.send?.('done'),
    giveUpGenerate: async () => {},
    mail: async () => {},
    giveUpMail: async () => {},
    thumbnail: async () => {},
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
