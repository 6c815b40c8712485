import type { Role } from '@attune/contract/features/people/account/account'
import type { PageRecord } from './page-record.ts'
import { pageList, pages } from './pages.ts'

/** Returns the address of a page for a role. `page` is the part after the role; '' is the dashboard itself. */
export const dashboardAddress = (role: Role, page: string) =>
  page ? `/dashboard/${role}/${page}` : `/dashboard/${role}`

const withoutSlash = (path: string) => path.replace(/\/+$/, '') || '/'

/** Returns the page of an address, which is the part after the role. */
export const dashboardPage = (path: string) => withoutSlash(path).split('/').slice(3).join('/')

function matchesPattern(pattern: string, path: string) {
  const wanted = pattern.split('/')
  const segments = path.split('/')
  return (
    wanted.length === segments.length && wanted.every((part, index) => part.startsWith('$') || part === segments[index])
  )
}

/** Returns the record of the page at an address, or undefined for an unknown page. */
export function pageAt(address: string): PageRecord | undefined {
  const path = withoutSlash(address)
  const found = pageList.find((page) => page.path === path) ?? pageList.find((page) => matchesPattern(page.path, path))
  return found?.record
}

/**
 * Returns the records that apply to an address: for an address inside a frame the record of the frame, and the record of
 * the page.
 */
export function pagesFor(address: string): PageRecord[] {
  const page = pageAt(address)
  const frame = (['/dashboard', '/for'] as const).find((start) => withoutSlash(address).startsWith(`${start}/`))
  return [...(frame ? [pages[frame]] : []), ...(page ? [page] : [])]
}

/** Returns the title of the page at an address, as a translation key; undefined for a page without a title. */
export function pageTitle(address: string, role: Role) {
  const title = pageAt(address)?.title
  return typeof title === 'object' ? title[role] : title
}

/**
 * Returns the address and the title of the parent of the page at an address, or undefined if the page has no parent.
 */
export function parentPage(address: string, role: Role) {
  const parent = pageAt(address)?.parent
  if (!parent) return undefined
  const path = dashboardAddress(role, parent)
  const title = pageTitle(path, role)
  return title && { path, title }
}

/**
 * Returns the roles that may open a page under /dashboard/therapist or /dashboard/client; undefined for an unknown page. Each of the two roles may
 * have its own page with this name. An unknown address below a known page has the roles of that page.
 */
export function rolesOfPage(page: string): readonly Role[] | undefined {
  const segments = page.split('/')
  for (let length = segments.length; length > 0; length -= 1) {
    const own = segments.slice(0, length).join('/')
    const records = (['therapist', 'client'] as const).flatMap((role) => pageAt(dashboardAddress(role, own)) ?? [])
    if (records.length > 0) return records.flatMap(({ roles }) => roles ?? [])
  }
  return undefined
}
