import { lookup as ask, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Time limit of a whole request, in milliseconds. */
const timeoutMilliseconds = 5_000

/** A request was refused or failed. The message contains no address, because that may be personal data. */
export class NotFetchedError extends Error {
  override name = 'NotFetched'
}

/** The only way in which the server requests an address that a user has entered. */
export type Outbound = {
  /** The body of an address, up to `atMostBytes`. Throws NotFetchedError for anything but a 200 in time. */
  fetch(address: string, atMostBytes: number): Promise<Buffer>
}

export type OutboundRules = {
  /** Origins on this machine that are permitted; for tests. */
  trusted?: readonly string[]
  resolve?: typeof ask
}

/** Allows https and public addresses only, and does not follow redirects. */
export function openOutbound({ trusted = [], resolve = ask }: OutboundRules = {}): Outbound {
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
      return read(url, atMostBytes, known ? undefined : checkedLookup(resolve))
    },
  }
}

/** A lookup that checks all addresses of a name; the connection uses its result, so that DNS rebinding has no effect. */
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

function read(url: URL, atMostBytes: number, lookup: LookupFunction | undefined): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMilliseconds)
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) =>
      reject(error instanceof NotFetchedError ? error : new NotFetchedError(codeOf(error)))
    const send = url.protocol === 'https:' ? https.request : http.request
    // No agent: a kept-alive connection would skip the lookup.
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
