import type { Role } from '@attune/contract/features/account'

/** The path of a role's dashboard. */
export const dashboardPath = (role: Role) => `/dashboard/${role}` as const

const segments = ['admin', 'therapist', 'client'] as const
/** Pages of one role only. Every other page under /dashboard/{userType} is shared by all roles (row 6.04). */
const roleOnly = {
  therapist: /^(clients(\/|$)|add-client(\/|$)|weekly-timetable$|journals(\/|$)|$)/,
  client: /^(therapists(\/|$)|journal(\/|$)|safety$|who-looked$|sessions\/book$|$)/,
}

const belongsToOtherRole = (page: string, role: Role) =>
  page !== '' && (['therapist', 'client'] as const).some((other) => other !== role && roleOnly[other].test(page))

export type RouteAccess = { to: string; denied?: true } | 'stay' | 'not-found'

/**
 * Decides whether a person may open an address under /dashboard, or where they are sent: rows 6.01 to 6.04 and 2.16.
 * `role` is null for a visitor who is not signed in.
 */
export function routeAccess(path: string, role: Role | null): RouteAccess {
  if (!role) return { to: '/' }
  const [, , segment = '', ...rest] = path.replace(/\/+$/, '').split('/')
  const own = dashboardPath(role)
  const page = rest.join('/')
  if (segment === '') return { to: own }
  if (!segments.some((known) => known === segment)) return 'not-found'
  if (segment === role) return belongsToOtherRole(page, role) ? { to: own } : 'stay'
  if (role === 'admin') return { to: own }
  if (segment === 'admin') return { to: '/', denied: true }
  const belongsTo = segment === 'therapist' ? roleOnly.therapist : roleOnly.client
  return belongsTo.test(page) ? { to: own } : { to: `${own}/${page}` }
}
