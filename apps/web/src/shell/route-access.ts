import type { Role } from '@attune/contract/features/account'
import { dashboardAddress, rolesOfPage } from './page-lookup.ts'

const segments = ['admin', 'therapist', 'client'] as const

/** Whether a role may open a page. True for an unknown page: the router shows that the page does not exist. */
const mayOpen = (page: string, role: Role) => page === '' || (rolesOfPage(page)?.includes(role) ?? true)

export type RouteAccess = { to: string; denied?: true } | 'stay' | 'not-found'

/**
 * Decides whether a person may open an address under /dashboard, and otherwise where the person is sent (rows 6.01 to
 * 6.04 and 2.16). `role` is null for a visitor who is not signed in.
 */
export function routeAccess(path: string, role: Role | null): RouteAccess {
  if (!role) return { to: '/' }
  const [, , segment = '', ...rest] = path.replace(/\/+$/, '').split('/')
  const own = dashboardAddress(role, '')
  const page = rest.join('/')
  if (segment === '') return { to: own }
  if (!segments.some((known) => known === segment)) return 'not-found'
  if (segment === role) return mayOpen(page, role) ? 'stay' : { to: own }
  if (role === 'admin') return { to: own }
  if (segment === 'admin') return { to: '/', denied: true }
  return page !== '' && mayOpen(page, role) ? { to: `${own}/${page}` } : { to: own }
}
