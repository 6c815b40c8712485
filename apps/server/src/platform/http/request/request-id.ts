import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { rememberTrace, traceIdIn } from '../../trace-ids.ts'
import { isTrustedProxy } from './proxies.ts'

/**
 * Returns a new id for a request. If a trusted proxy sends a trace id, remembers it for the log. The id of the request stays Attune's own, because
 * the audit log contains it, and many requests can have the same trace id.
 */
export function newRequestId(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustProxy: readonly string[],
): string {
  const id = randomUUID()
  const traceId = trustProxy.length > 0 ? traceIdIn(headers.traceparent) : null
  if (traceId !== null && isTrustedProxy(socket.remoteAddress, trustProxy)) rememberTrace(id, traceId)
  return id
}
