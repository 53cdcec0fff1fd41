import { type Resolve, resolveByDns } from '../../egress/destinations.ts'
import { type Connect, connectDirectly } from '../../egress/connect.ts'
import { type EgressRules, PUBLIC_EGRESS, readRules } from '../../egress/rules.ts'
import type { Log } from '../../log.ts'
import type { OnRenderEvent } from '../render-events.ts'
import { createEgressSession, type EgressSession } from './egress-session.ts'
import { createProxy } from './proxy.ts'
import type { Refused } from './refused.ts'

/**
 * One tab's way out, and its only one: a proxy on a port of its own, so that it is known whose requests come
 * here. It lets out what the documents ask for that are being printed now, and nothing before or after.
 */
export interface TabProxy extends AsyncDisposable {
  port: number
  /**
   * Lets the requests of documents out, as their account's rules and the limits for so many say.
   * @param documents how many are printed together.
   */
  open(rules: EgressRules, documents: number): void
  /** Ends what is still under way. @returns how much was asked for since the gate was opened, and what was refused. */
  close(): { requests: number; refused: Refused[] }
}

/** What all gates of a service have in common. */
export interface TabProxyOptions {
  /** The operator's rules. */
  rules: EgressRules
  log: Log
  observe?: OnRenderEvent
  /** All addresses of a host name. For tests: a resolver that answers as a script says. */
  resolve?: Resolve
  /** Opens a connection. For tests: one that leads a public-looking address to a listener of theirs. */
  dial?: Connect
}

/** Starts a gate on the loopback, closed. */
export async function createTabProxy(options: TabProxyOptions): Promise<TabProxy> {
  const { log, observe, resolve = resolveByDns, dial = connectDirectly } = options
  const operator = readRules(options.rules)
  const outingFor = (rules: EgressRules, documents: number) =>
    createEgressSession({
      operator,
      account: readRules(rules),
      resolve,
      dial,
      documents,
      log,
      ...(observe && { observe }),
    })
  let current = closedOuting()
  const proxy = await createProxy(() => current)

  return {
    port: proxy.port,
    open(rules, documents) {
      current.end()
      current = outingFor(rules, documents)
    },
    close() {
      const ended = current.end()
      current = closedOuting()
      return ended
    },
    async [Symbol.asyncDispose]() {
      current.end()
      await proxy[Symbol.asyncDispose]()
    },
  }

  function closedOuting(): EgressSession {
    const outing = outingFor(PUBLIC_EGRESS, 0)
    outing.end()
    return outing
  }
}
