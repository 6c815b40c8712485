import { lookup as ask, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** An error for a request that is refused or fails. The message does not contain the address, because an address may be personal data. */
export class NotFetchedError extends Error {
  override name = 'NotFetched'
}

/** Fetches addresses that users have entered. The server must not fetch such an address in any other way. */
export type Outbound = {
  /**
   * Returns the body of the response. Throws NotFetchedError if the address is not allowed, the status is not 200, the body is larger than
   * `atMostBytes`, or the time limit is exceeded.
   */
  fetch(address: string, atMostBytes: number): Promise<Buffer>
}

export type OutboundRules = {
  /** Origins on this machine that a test allows in addition to public addresses. */
  trusted?: readonly string[]
  resolve?: typeof ask
  /** The time limit of a request including its response. The default is 5 seconds. */
  timeoutMilliseconds?: number
}

/** Creates an Outbound that allows only https and public addresses and does not follow redirects. */
export function openOutbound({
  trusted = [],
  resolve = ask,
  timeoutMilliseconds = 5_000,
}: OutboundRules = {}): Outbound {
  return {
    async fetch(address, atMostBytes) {
      if (!URL.canParse(address)) throw new NotFetchedError('no address')
      const url = new URL(address)
      const known = trusted.includes(url.origin)
      if (!known && url.protocol !== 'https:') throw new NotFetchedError('not over https')
      if (url.username || url.password) throw new NotFetchedError('with a name or a password')
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (!known && isIP(host) !== 0 && !isPublicAddress(host))
        throw new NotFetchedError('an address of no public machine')
      return read(url, atMostBytes, timeoutMilliseconds, known ? undefined : checkedLookup(resolve))
    },
  }
}

/**
 * Returns a DNS lookup that refuses a name if one of its addresses is not public. The connection uses the addresses of this lookup, so that
 * the name cannot resolve to another address afterwards (DNS rebinding).
 */
const checkedLookup =
  (resolve: typeof ask): LookupFunction =>
  (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? new NotFetchedError('no such name'), '', 0)
      if (!found.every(({ address }) => isPublicAddress(address)))
        return done(new NotFetchedError('a name of no public machine'), '', 0)
      if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })
  }

function read(
  url: URL,
  atMostBytes: number,
  timeoutMilliseconds: number,
  lookup: LookupFunction | undefined,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMilliseconds)
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) =>
      reject(error instanceof NotFetchedError ? error : new NotFetchedError(codeOf(error)))
    const send = url.protocol === 'https:' ? https.request : http.request
    // Without an agent, each request opens a new connection; a connection that an agent reuses would skip the lookup.
    const request = send(url, { agent: false, signal, ...(lookup && { lookup }) }, (response) => {
      const parts: Buffer[] = []
      let length = 0
      const stop = (why: string) => void request.destroy(new NotFetchedError(why))
      if (response.statusCode !== 200) return stop('not a 200')
      if (Number(response.headers['content-length'] ?? 0) > atMostBytes) return stop('too large')
      response.on('data', (part: Buffer) => {
        length += part.length
        if (length > atMostBytes) return stop('too large')
        parts.push(part)
      })
      response.on('error', fail)
      response.on('end', () => resolve(Buffer.concat(parts)))
    })
    request.on('error', fail)
    request.end()
  })
}

const codeOf = (error: unknown) => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name)
}
