import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Config } from '../config/config.ts'
import { isTrustedProxy } from '../http/request/proxies.ts'

/** Returns the headers of an upgrade request that identify the login. */
export function identifyingHeaders({ headers: { cookie, origin, authorization } }: IncomingMessage): Headers {
  const given = Object.entries({ cookie, origin, authorization }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return new Headers(given)
}

export function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}

/**
 * Whether the request came over https. The header x-forwarded-proto is used only when a trusted proxy sent the request. Of several values, the last
 * one counts, as in Fastify, because that proxy wrote it.
 */
export function isHttps(request: IncomingMessage, config: Config): boolean {
  if ('encrypted' in request.socket) return true
  const forwarded = String(request.headers['x-forwarded-proto'] ?? '').split(',')
  return isTrustedProxy(request.socket.remoteAddress, config.trustProxy) && forwarded.at(-1)?.trim() === 'https'
}

export function refuse(stream: Duplex, status: number, statusText: string) {
  stream.end(`HTTP/1.1 ${status} ${statusText}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
