import { createRequire } from 'node:module'
import type { Server } from 'node:http'

// A process of its own: it needs a cipher for its page tokens that OpenSSL has put away. It has no types.
const require = createRequire(import.meta.url)
const S3rver = require('@20minutes/s3rver')
const account = require('@20minutes/s3rver/lib/models/account')

// Who may do what is settled before a request comes here, so every key is one of ours.
account.registry.get = () => account.DUMMY_ACCOUNT

const store: { run(): Promise<{ port: number }>; httpServer: Server } = new S3rver({
  address: '127.0.0.1',
  port: 0,
  directory: process.argv[2],
  configureBuckets: [{ name: 'platen' }],
  silent: true,
  vhostBuckets: false,
  allowMismatchedSignatures: true,
})
process.send?.((await store.run()).port)
process.once('disconnect', () => process.exit())
