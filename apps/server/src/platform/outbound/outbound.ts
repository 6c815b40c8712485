import { lookup as ask, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublic } from './public-address.ts'

/** How long the whole of it may take, in milliseconds. */
const patience = 5_000

/** Why something outside was not fetched. Its message names no address: that may tell of a person. */
export class NotFetched extends Error {
  override name = 'NotFetched'
}

/** The one way in which the server asks an address that somebody else has named. */
export type Outbound = {
  /** The body at an address, of at most so many bytes. Throws NotFetched for anything but a plain 200 in time. */
  fetch(address: string, atMostBytes: number): Promise<Buffer>
}

export type OutboundRules = {
  /** Origins that may be asked though they are on this machine: those of a test. */
  trusted?: readonly string[]
  resolve?: typeof ask
}

/** Over https alone, to machines in the open internet alone, without following where it is sent on. */
export function openOutbound({ trusted = [], resolve = ask }: OutboundRules = {}): Outbound {
  return {
    async fetch(address, atMostBytes) {
      if (!URL.canParse(address)) throw new NotFetched('no address')
      const url = new URL(address)
      const known = trusted.includes(url.origin)
      if (!known && url.protocol !== 'https:') throw new NotFetched('not over https')
      if (url.username || url.password) throw new NotFetched('with a name or a password')
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (!known && isIP(host) !== 0 && !isPublic(host)) throw new NotFetched('an address of no public machine')
      return read(url, atMostBytes, known ? undefined : pinned(resolve))
    },
  }
}

/** Looks a name up once, and connects to what was found: between two look-ups a name may change its mind. */
const pinned =
  (resolve: typeof ask): LookupFunction =>
  (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? new NotFetched('no such name'), '', 0)
      if (!found.every(({ address }) => isPublic(address)))
        return done(new NotFetched('a name of no public machine'), '', 0)
      if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })
  }

function read(url: URL, atMostBytes: number, lookup: LookupFunction | undefined): Promise<Buffer> {
  const signal = AbortSignal.timeout(patience)
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(error instanceof NotFetched ? error : new NotFetched(codeOf(error)))
    const send = url.protocol === 'https:' ? https.request : http.request
    // No agent: a connection that is kept would skip the look-up.
    const request = send(url, { agent: false, signal, ...(lookup && { lookup }) }, (response) => {
      const parts: Buffer[] = []
      let length = 0
      const stop = (why: string) => void request.destroy(new NotFetched(why))
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
