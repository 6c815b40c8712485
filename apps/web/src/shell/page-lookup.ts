import type { Role } from '@attune/contract/features/account'
import type { PageRecord } from './page-record.ts'
import { pageList, pages } from './pages.ts'

/** The address of a page for a role. */
export const dashboardAddress = (role: Role, page: string) =>
  page ? `/dashboard/${role}/${page}` : `/dashboard/${role}`

const withoutSlash = (path: string) => path.replace(/\/+$/, '') || '/'

/** The page of an address: the part after the role. */
export const dashboardPage = (path: string) => withoutSlash(path).split('/').slice(3).join('/')

function matchesPattern(pattern: string, path: string) {
  const wanted = pattern.split('/')
  const segments = path.split('/')
  return (
    wanted.length === segments.length && wanted.every((part, index) => part.startsWith('$') || part === segments[index])
  )
}

/** The record of the page at an address. */
export function pageAt(address: string): PageRecord | undefined {
  const path = withoutSlash(address)
  const found = pageList.find((page) => page.path === path) ?? pageList.find((page) => matchesPattern(page.path, path))
  return found?.record
}

/** The records that apply to an address: the frame of the dashboard, and the page. */
export function pagesFor(address: string): PageRecord[] {
  const page = pageAt(address)
  const isFramed = withoutSlash(address).startsWith('/dashboard/')
  return [...(isFramed ? [pages['/dashboard']] : []), ...(page ? [page] : [])]
}

/** The title of the page at an address, as a translation key; undefined for a page without a name. */
export function pageTitle(address: string, role: Role) {
  const title = pageAt(address)?.title
  return typeof title === 'object' ? title[role] : title
}

/** The page above the one at an address, for the way back: its address and its title. */
export function parentPage(address: string, role: Role) {
  const parent = pageAt(address)?.parent
  if (!parent) return undefined
  const path = dashboardAddress(role, parent)
  const title = pageTitle(path, role)
  return title && { path, title }
}

/**
 * The roles that may open a page under /dashboard/therapist or /dashboard/client. An address below a page has the roles
 * of that page. Undefined for an unknown page.
 */
export function rolesOfPage(page: string): readonly Role[] | undefined {
  const segments = page.split('/')
  for (let length = segments.length; length > 0; length -= 1) {
    const own = segments.slice(0, length).join('/')
    const record = pageAt(dashboardAddress('therapist', own)) ?? pageAt(dashboardAddress('client', own))
    if (record) return record.roles
  }
  return undefined
}
