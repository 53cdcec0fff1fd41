import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])
const PROXY_HEADER = /^(?:x-forwarded(?:-.*)?|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.*)$/

/**
 * Returns true when the request comes from this machine: the connection has a loopback address, no proxy has added a
 * header, and Host is a name of this machine. The check of Host prevents DNS rebinding: a site whose name resolves to
 * 127.0.0.1 sends its own name as Host.
 */
export function isLocalRequest({ raw, headers }: FastifyRequest): boolean {
  return (
    isLoopback(raw.socket.remoteAddress ?? '') &&
    !Object.keys(headers).some((name) => PROXY_HEADER.test(name)) &&
    LOCAL_HOSTS.has((headers.host ?? '').replace(/:\d{1,5}$/, '').toLowerCase())
  )
}

/** Returns true when the host of a URL is this machine. */
export function isLocalUrl(url: string): boolean {
  return LOCAL_HOSTS.has(new URL(url).hostname)
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
