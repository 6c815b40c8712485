import type { Role } from '@attune/contract/features/account'

/** The segment after /dashboard that belongs to each role. */
export const ownDashboard = (role: Role) => `/dashboard/${role}` as const

const segments = ['admin', 'therapist', 'client'] as const
/** Pages of one role alone; every other page under /dashboard/{userType} belongs to whoever is signed in (row 6.04). */
const roleOnly = {
  therapist: /^(clients(\/|$)|add-client(\/|$)|weekly-timetable$|journals(\/|$)|$)/,
  client: /^(therapists(\/|$)|journal(\/|$)|safety$|who-looked$|sessions\/book$|$)/,
}

const ofAnother = (page: string, role: Role) =>
  page !== '' && (['therapist', 'client'] as const).some((other) => other !== role && roleOnly[other].test(page))

export type Answer = { to: string; denied?: true } | 'stay' | 'not-found'

/**
 * Where somebody who opens an address under /dashboard is sent: rows 6.01 to 6.04 and 2.16.
 * `role` is null for a visitor who is not signed in.
 */
export function where(path: string, role: Role | null): Answer {
  if (!role) return { to: '/' }
  const [, , segment = '', ...rest] = path.replace(/\/+$/, '').split('/')
  const own = ownDashboard(role)
  const page = rest.join('/')
  if (segment === '') return { to: own }
  if (!segments.some((known) => known === segment)) return 'not-found'
  if (segment === role) return ofAnother(page, role) ? { to: own } : 'stay'
  if (role === 'admin') return { to: own }
  if (segment === 'admin') return { to: '/', denied: true }
  const belongsTo = segment === 'therapist' ? roleOnly.therapist : roleOnly.client
  return belongsTo.test(page) ? { to: own } : { to: `${own}/${page}` }
}
