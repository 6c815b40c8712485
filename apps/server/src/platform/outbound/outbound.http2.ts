import http2, { type IncomingHttpHeaders } from 'node:http2'
import type { LookupFunction } from 'node:net'
import { type NotFetchedError, notFetched, tooLarge } from './not-fetched-error.ts'
import type { OutboundRequest, OutboundResponse } from './outbound.ts'

/**
 * Sends an HTTP/2 request to a checked address and returns the response. Opens a new connection, so the host name is resolved and checked for each
 * request.
 */
export function sendHttp2(
  url: URL,
  lookup: LookupFunction | undefined,
  { method, headers, body, atMostBytes, timeoutMilliseconds }: OutboundRequest & { timeoutMilliseconds: number },
): Promise<OutboundResponse> {
  const signal = AbortSignal.timeout(timeoutMilliseconds)
  return new Promise<OutboundResponse>((resolve, reject) => {
    let isConnected = false
    const fail = (error: unknown) => {
      const failure: NotFetchedError = notFetched(error, signal)
      failure.mayHaveArrived = isConnected
      reject(failure)
      session.destroy()
    }
    const session = http2.connect(url.origin, { ...(lookup && { lookup }) })
    session.on('connect', () => (isConnected = true))
    session.on('error', fail)
    const request = session.request(
      { ':method': method, ':path': `${url.pathname}${url.search}`, ...headers },
      { signal },
    )
    let answer: IncomingHttpHeaders = {}
    const parts: Buffer[] = []
    let length = 0
    request.on('response', (received) => (answer = received))
    request.on('data', (part: Buffer) => {
      length += part.length
      if (length > atMostBytes) fail(tooLarge())
      else parts.push(part)
    })
    // If the connection fails, the request's error states only that it failed; the cause of the error contains the reason.
    request.on('error', (error) => fail(error.cause ?? error))
    request.on('end', () => {
      const { ':status': status = 0, ...rest } = answer
      session.close()
      resolve({ status: Number(status), headers: rest, body: Buffer.concat(parts) })
    })
    request.end(body)
  })
}
