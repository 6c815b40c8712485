import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { limitInformational } from './informational.ts'
import { NotFetchedError, notFetched, tooLarge } from './not-fetched-error.ts'

/** A request whose response is read while it arrives. */
export type OutboundStreamRequest = {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** The maximum size of the response's body. A larger response fails while it is read. */
  atMostBytes: number
  /** Aborts the request and the response. Also used for a time limit. */
  signal: AbortSignal
  /** Runs when the connection is open, before anything is sent. If it throws, nothing is sent, and the request fails with its error. */
  beforeSend?: () => Promise<void>
}

/** A response whose body is read while it arrives. */
export type OutboundStream = {
  status: number
  headers: IncomingHttpHeaders
  body: AsyncIterable<Uint8Array>
  close(): void
}

/** Sends a request to a checked address and returns the response as soon as its headers have arrived. Refuses a redirect. */
export function openStream(
  url: URL,
  lookup: LookupFunction | undefined,
  { method, headers, body, atMostBytes, signal, beforeSend }: OutboundStreamRequest,
): Promise<OutboundStream> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:'
    const options = { agent: false, signal, method, ...(headers && { headers }), ...(lookup && { lookup }) }
    let isConnected = false
    const fail = (error: unknown) =>
      reject(Object.assign(notFetched(error, signal), { mayHaveArrived: isConnected } as const))
    const request = (isSecure ? https.request : http.request)(url, options, (response) => {
      const status = response.statusCode ?? 0
      if (status >= 300 && status < 400) {
        fail(new NotFetchedError('a redirect', 'redirect'))
        return void request.destroy()
      }
      resolve({
        status,
        headers: response.headers,
        body: readBody(response, atMostBytes),
        close: () => void request.destroy(),
      })
    })
    limitInformational(request)
    request.on('error', fail)
    const send = async () => {
      try {
        await beforeSend?.()
      } catch (error) {
        reject(error)
        return void request.destroy()
      }
      if (signal.aborted) return
      isConnected = true
      request.end(body)
    }
    request.once('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', () => void send()))
  })
}

async function* readBody(response: IncomingMessage, atMostBytes: number): AsyncGenerator<Uint8Array, void> {
  let length = 0
  try {
    for await (const part of response as AsyncIterable<Uint8Array>) {
      length += part.length
      if (length > atMostBytes) throw tooLarge()
      yield part
    }
  } catch (error) {
    throw error instanceof NotFetchedError ? error : new NotFetchedError('broken off', 'broken-off')
  }
}
