import type { Role } from '@attune/contract/features/people/account/account'
import { dashboardAddress, rolesOfPage } from './page-lookup.ts'

const segments = ['admin', 'therapist', 'client'] as const

/**
 * Whether a role may open a page. Returns true for an unknown page, because the router then shows the not-found screen.
 */
const mayOpen = (page: string, role: Role) => page === '' || (rolesOfPage(page)?.includes(role) ?? true)

export type RouteAccess = { to: string; denied?: true } | 'stay' | 'not-found'

/**
 * Returns 'stay' if a person may open an address under /dashboard, 'not-found' if the address begins with no known role, otherwise the address to
 * which the person is redirected (rows 6.01 to 6.04 and 2.16). With `denied`, the person also gets an error message. `role` is null for a visitor
 * who is not signed in.
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
