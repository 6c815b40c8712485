import { linkDays } from '@attune/contract/features/billing/invoice/invoice.rules'
import {
  type Exchange,
  readCookie,
  type RequestHeaders,
  signCookie,
  unsignCookie,
  writeCookie,
} from '../login/cookies.ts'

/** A link of which a browser has proved that its person knows what only the recipient knows. */
type ProvedLink = { id: string; generation: number }

export type ProvedLinks = {
  has(headers: RequestHeaders, link: ProvedLink): boolean
  /** Returns the generation of the link that the browser has proved; null if it has not proved the link. */
  generationOf(headers: RequestHeaders, id: string): number | null
  /** Remembers the link in a cookie of the browser. The cookie keeps the latest 20 links. */
  add(exchange: Exchange, link: ProvedLink): void
}

const kept = 20

/** Opens the signed cookie in which a browser keeps the links that it has proved. The server stores nothing about it. */
export function openProvedLinks(cookieKey: string): ProvedLinks {
  const linksIn = (headers: RequestHeaders): string[] => {
    const cookie = readCookie(headers, 'links')
    const value = cookie === null ? null : unsignCookie(cookie, cookieKey)
    return value?.startsWith(prefix) ? value.slice(prefix.length).split(' ') : []
  }
  return {
    has: (headers, link) => linksIn(headers).includes(textOf(link)),
    generationOf(headers, id) {
      const found = linksIn(headers).find((link) => link.startsWith(`${id}:`))
      return found ? Number(found.slice(id.length + 1)) : null
    },
    add(exchange, link) {
      const others = linksIn(exchange.reqHeaders).filter((one) => !one.startsWith(`${link.id}:`))
      const value = prefix + [textOf(link), ...others].slice(0, kept).join(' ')
      writeCookie(exchange, 'links', signCookie(value, cookieKey), linkDays * 24 * 60 * 60)
    },
  }
}

/** Distinguishes the value from those of other cookies that are signed with the same key. */
const prefix = 'links '
const textOf = ({ id, generation }: ProvedLink) => `${id}:${generation}`
