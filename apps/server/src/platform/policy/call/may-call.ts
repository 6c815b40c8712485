import { ORPCError } from '@orpc/server'
import { type Login, missingAssurance } from '../../auth/login/login.ts'
import type { ProcedurePolicy } from '../policy.ts'

/**
 * The maximum age of the last sign-in confirmation in milliseconds, for procedures that require a recent confirmation. If the confirmation is older,
 * such a procedure refuses with STEP_UP, and the person must confirm again.
 */
const recentMilliseconds = 15 * 60_000

/** Throws NO_LOGIN, FORBIDDEN or STEP_UP if the policy does not let this login call the procedure. */
export function assertMayCall(entry: ProcedurePolicy, login: Login | null, now: Date): void {
  if (entry.who.includes('anyone') || entry.who.includes('half')) return
  if (!login) throw new ORPCError('NO_LOGIN', { status: 401 })
  const allowed =
    entry.who.includes('signed-in') ||
    (login.role !== null && entry.who.includes(login.role)) ||
    (login.role === 'client' && entry.who.includes('guardian'))
  const lacksRecord = entry.needsOwnRecord && login.role === 'client' && login.guardian === 'only'
  if (!allowed || lacksRecord) throw new ORPCError('FORBIDDEN', { status: 403 })
  const need = missingAssurance(login)
  if (entry.assurance !== 'any' && need) throw new ORPCError('STEP_UP', { status: 401, data: { need } })
  const isRecent = now.getTime() - login.authenticatedAt.getTime() < recentMilliseconds
  if (entry.assurance === 'recent' && !isRecent) throw new ORPCError('STEP_UP', { status: 401, data: { need: 'code' } })
}
