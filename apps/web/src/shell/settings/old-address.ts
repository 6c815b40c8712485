import type { Role } from '@attune/contract/features/people/account/account'
import { subjectsOf } from './subjects.ts'

/** Maps each tab of an old settings address to the page that replaces it. Bookmarks and emails that were sent contain such addresses. */
const pagesOfTabs: Readonly<Record<string, string>> = {
  personal: 'appearance',
  notifications: 'notifications',
  sessions: 'session-types',
  calendars: 'calendars',
  messages: 'reading-hours',
  business: 'business',
  services: 'services',
}

/** Maps each anchor of an old settings address to the page that replaces it. */
const pagesOfAnchors: Readonly<Record<string, string>> = { 'session-types': 'session-types', texts: 'text-messages' }

type Address = { pathname: string; search: Record<string, unknown>; hash: string }

/**
 * Returns the current address for an old settings address, which named a tab or an anchor of a single page; null if the address is current already,
 * and for a page that the role does not have.
 */
export function movedSettingsAddress(role: Role, { pathname, search, hash }: Address): string | null {
  if (!/^\/dashboard\/[^/]+\/settings\/?$/.test(pathname)) return null
  const id = pagesOfAnchors[hash] ?? pagesOfTabs[String(search.tab)]
  const page = subjectsOf(role, 'settings').find((subject) => subject.id === id)
  if (!page) return null
  const rest = Object.entries(search).filter(([name, value]) => name !== 'tab' && typeof value === 'string')
  const query = new URLSearchParams(rest as [string, string][]).toString()
  return page.address + (query && `?${query}`)
}
