import type { PeerCertificate, TLSSocket } from 'node:tls'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { X509Certificate } from 'node:crypto'

export type DoctorAnswer = {
  status: number
  /** The time in its header Date; null if it has none. */
  date: Date | null
  body: string
  /** The certificate that was served; null over plain http. */
  served: { certificate: X509Certificate; isTrusted: boolean; distrust: string } | null
}

/** The limits of a request: its time in milliseconds, and the size of the body in bytes. */
const [requestMilliseconds, bodyBytes] = [10_000, 2_000]

/**
 * Sends a GET request and returns the answer, or the reason why there was none. Accepts every certificate, because the report describes it, and
 * follows no redirect. The request has a limit of time and of size.
 */
export async function request(address: string): Promise<DoctorAnswer | { problem: string }> {
  const { protocol, hostname } = new URL(address)
  const signal = AbortSignal.timeout(requestMilliseconds)
  const { promise, resolve } = Promise.withResolvers<DoctorAnswer | { problem: string }>()
  const fail = (error: Error & { code?: string }) =>
    resolve({
      problem: signal.aborted
        ? `no answer within ${requestMilliseconds / 1_000} seconds`
        : (error.code ?? error.message),
    })
  const options = { agent: false, signal, rejectUnauthorized: false, ...(!isIP(hostname) && { servername: hostname }) }
  const sent =
    protocol === 'https:' ? https.get(address, options, receive) : http.get(address, { agent: false, signal }, receive)
  sent.on('error', fail)
  return promise

  function receive(response: IncomingMessage) {
    const served = servedBy(response.socket as TLSSocket)
    let body = ''
    response.setEncoding('utf8')
    response.on('data', (part: string) => {
      body += part
      if (body.length > bodyBytes) response.destroy()
    })
    response.on('error', fail)
    response.on('close', () => {
      const date = new Date(response.headers.date ?? '')
      resolve({
        status: response.statusCode ?? 0,
        date: Number.isNaN(date.getTime()) ? null : date,
        body: body.slice(0, bodyBytes),
        served,
      })
    })
  }
}

function servedBy(socket: TLSSocket): DoctorAnswer['served'] {
  if (!socket.encrypted) return null
  const { raw } = socket.getPeerCertificate() as Partial<PeerCertificate>
  if (!raw) return null
  const distrust = String(socket.authorizationError ?? '')
  return { certificate: new X509Certificate(raw), isTrusted: socket.authorized, distrust }
}
