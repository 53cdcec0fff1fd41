import { type Resolve, resolveByDns } from '../egress/destinations.ts'
import { type Connect, connectDirectly } from '../egress/connect.ts'
import { type EgressRules, PUBLIC_EGRESS, compileRules } from '../egress/rules.ts'
import type { Log } from '../log.ts'
import type { OnRenderEvent } from '../render-events.ts'
import { createEgressSession, type EgressSession } from './egress-session.ts'
import { createProxy } from './proxy.ts'
import type { RefusedRequests } from './refusal-counter.ts'

/**
 * Egress proxy of one tab, on its own port, so that its requests can be attributed. It allows requests only while
 * documents are printed.
 */
export interface TabProxy extends AsyncDisposable {
  port: number
  /**
   * Allows requests of documents within their account's rules and the limits.
   *
   * @param documents number of documents that are printed together
   */
  open(rules: EgressRules, documents: number): void
  /**
   * Ends open requests.
   *
   * @returns number of requests since `open`, and the rejected ones
   */
  close(): { requests: number; refused: RefusedRequests[] }
}

/** Settings that all tab proxies of a service share. */
export interface TabProxyOptions {
  /** The operator's rules. */
  rules: EgressRules
  log: Log
  onEvent?: OnRenderEvent
  /** Returns all addresses of a host name. For tests: a scripted resolver. */
  resolve?: Resolve
  /** Opens a connection. For tests: redirects public addresses to a local listener. */
  dial?: Connect
}

/** Starts a proxy on loopback that allows nothing yet. */
export async function createTabProxy(options: TabProxyOptions): Promise<TabProxy> {
  const { log, onEvent, resolve = resolveByDns, dial = connectDirectly } = options
  const operator = compileRules(options.rules)
  const sessionFor = (rules: EgressRules, documents: number) =>
    createEgressSession({
      operator,
      account: compileRules(rules),
      resolve,
      dial,
      documents,
      log,
      ...(onEvent && { onEvent }),
    })
  let current = closedSession()
  const proxy = await createProxy(() => current)

  return {
    port: proxy.port,
    open(rules, documents) {
      current.end()
      current = sessionFor(rules, documents)
    },
    close() {
      const ended = current.end()
      current = closedSession()
      return ended
    },
    async [Symbol.asyncDispose]() {
      current.end()
      await proxy[Symbol.asyncDispose]()
    },
  }

  function closedSession(): EgressSession {
    const session = sessionFor(PUBLIC_EGRESS, 0)
    session.end()
    return session
  }
}
