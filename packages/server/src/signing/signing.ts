import type { TenantUsage } from '@platen/capacity/tenant-usage'
import { createThreads } from '@platen/renderer/scheduling/threads'
import { timeoutRefusal } from '@platen/renderer/scheduling/timed-out'
import type { Connect } from '@platen/renderer/egress/connect'
import { type Resolve, resolveDestination } from '@platen/renderer/egress/destinations'
import { createDownloads, type Downloads } from './revocation/download.ts'
import {
  compileRules,
  type EgressRules,
  hostEntry,
  PUBLIC_EGRESS,
  rangeEntry,
} from '@platen/renderer/egress/rules'
import type { Route } from '../egress/http-request.ts'
import { createKeyEncryption, type KeyEncryption } from './key-encryption.ts'
import type { TimeStampServer } from './time-stamp.ts'
import type * as functions from './thread.ts'
import type { KeyPair } from './thread.ts'

/** Parts for signatures: the key of the operator, the network, and threads that read PKCS#12 files. */
export interface Signing extends AsyncDisposable {
  keys: KeyEncryption
  /** `undefined` when the operator has set none. */
  timeStamps: TimeStampServer | undefined
  /** Downloads of data about the status of certificates. */
  downloads: Downloads
  /**
   * Reads a PKCS#12 file, and checks that its certificate can sign documents.
   * @throws {Refusal} `invalid` with the problem; `timed-out`.
   */
  readKeyPair(
    file: Buffer,
    password: string,
    call: { accountId: string; deadline: AbortSignal },
  ): Promise<KeyPair>
}

/** Settings of the operator. */
export interface SigningOptions {
  /** Key that encrypts private keys: 32 bytes. */
  operatorKey: Buffer | undefined
  timeStampUrl: string | undefined
  network: SigningNetwork
  /** Files of an account that are read at a time. */
  threads: number
  /** Use of all tenants of the process. */
  usage: TenantUsage
}

/** Network for time stamps, and for the status of certificates. */
export interface SigningNetwork {
  /** Egress rules of the operator. */
  rules: EgressRules
  resolve: Resolve
  connect: Connect
}

/** A PKCS#12 file has 64 KB at most. */
const HEAP_MB = 128

/** Creates the parts. Threads start when they are needed. */
export function createSigning({
  operatorKey,
  timeStampUrl,
  network,
  threads: count,
  usage,
}: SigningOptions): Signing {
  const threads = createThreads<typeof functions>(new URL('thread.ts', import.meta.url), {
    count,
    heapMb: HEAP_MB,
    usage,
  })
  return {
    keys: createKeyEncryption(operatorKey),
    timeStamps: timeStampUrl === undefined ? undefined : timeStampServer(new URL(timeStampUrl), network),
    downloads: createDownloads(statusRoute(network)),
    readKeyPair: (file, password, { accountId, deadline }) =>
      threads
        .run('readKeyPair', { file, password }, { tenant: accountId }, deadline)
        .catch((error: unknown) => {
          throw deadline.aborted ? timeoutRefusal(error) : error
        }),
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}

/**
 * Returns the time-stamp server with the rules for it. Its host is allowed, because the operator has named it, also when
 * templates have no network. All other rules apply.
 */
function timeStampServer(url: URL, { rules, resolve, connect }: SigningNetwork): TimeStampServer {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const allowed = [rangeEntry(host) ?? hostEntry(host)].filter((entry) => entry !== undefined)
  const operator = compileRules({ mode: 'allowlist', allow: [...rules.allow, ...allowed], deny: rules.deny })
  const account = compileRules(PUBLIC_EGRESS)
  return {
    url,
    route: { resolve: (target) => resolveDestination(target, { operator, account, resolve }), connect },
  }
}

/** Returns the rules for addresses that certificates name. They come from callers, so all rules of the operator apply. */
function statusRoute({ rules, resolve, connect }: SigningNetwork): Route {
  const operator = compileRules(rules)
  const account = compileRules(PUBLIC_EGRESS)
  return { resolve: (target) => resolveDestination(target, { operator, account, resolve }), connect }
}
