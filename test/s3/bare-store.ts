import { createRequire } from 'node:module'
import type { Server } from 'node:http'

// A separate process, because its page tokens need a legacy cipher of OpenSSL. The package has no types.
const require = createRequire(import.meta.url)
const S3rver = require('@20minutes/s3rver')
const account = require('@20minutes/s3rver/lib/models/account')

// The server in front of this one checks permissions, so each key is accepted here.
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
