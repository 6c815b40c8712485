import { linkDays } from '@attune/contract/features/billing/invoice/invoice.rules'
import {
  type Exchange,
  readCookie,
  type RequestHeaders,
  signCookie,
  unsignCookie,
  writeCookie,
} from '../login/cookies.ts'

/** A payer's link that this browser has opened and confirmed with data that only the recipient knows. */
type ProvedLink = { id: string; generation: number }

/** The payers' links that a browser has opened and confirmed. */
export type ProvedLinks = {
  /** Whether the browser has confirmed this generation of the link. */
  has(headers: RequestHeaders, link: ProvedLink): boolean
  /** Returns the generation of a link that the browser has confirmed; null if the browser has not confirmed it. */
  generationOf(headers: RequestHeaders, id: string): number | null
  /** Adds a link to the browser's cookie. The cookie contains the latest 20 links. */
  add(exchange: Exchange, link: ProvedLink): void
}

const kept = 20

/** Opens the store of confirmed links. The links are in a signed cookie of the browser; the server stores nothing. */
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

/** Distinguishes the value from other cookie values that are signed with the same key. */
const prefix = 'links '
const textOf = ({ id, generation }: ProvedLink) => `${id}:${generation}`
