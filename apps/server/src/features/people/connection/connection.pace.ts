import type { TherapistId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import type { RateLimit } from '../../../platform/auth/limit/guess-limits.ts'
import type { Limits } from '../../../platform/config/limits.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { invitationLimitReached } from '../../../platform/policy/refusal.ts'

/** The maximum number of new addresses that a therapist can invite per hour and per day. */
export type InvitationLimits = Limits['invitations']

const [hour, day] = [60 * 60 * 1000, 24 * 60 * 60 * 1000]

/**
 * Counts an invitation of the acting therapist to an address that the therapist has not invited before. Refuses with
 * INVITATION_LIMIT and the time to wait if the therapist has reached the limit of the hour or of the day.
 */
export type CountNewAddress = () => Promise<void>

/**
 * Returns a function that counts one new address of the therapist. Only the first call of the function counts. The function refuses with
 * INVITATION_LIMIT if the therapist has too many new addresses in an hour or a day.
 */
export function countNewAddress(app: Pick<AppContext, 'auth' | 'config'>, therapistId: TherapistId): CountNewAddress {
  const { perHour, perDay } = app.config.invitations
  const limits: [string, RateLimit][] = [
    ['invitations-hour', { count: perHour, seconds: hour / 1000 }],
    ['invitations-day', { count: perDay, seconds: day / 1000 }],
  ]
  async function count(): Promise<void> {
    for (const [what, limit] of limits) {
      const { allowed, retryAfterSeconds } = await app.auth.rateLimit.hit(what, therapistId, limit)
      if (!allowed) throw invitationLimitReached(retryAfterSeconds)
    }
  }
  let counted: Promise<void> | undefined
  return () => (counted ??= count())
}

/**
 * Plans the sending times of several invitations. `sentAt` contains the times of earlier invitations. All times are milliseconds since 1970. `next`
 * returns the earliest time at which the limits permit one more email. `take` reserves a time.
 */
export function openInvitationQueue(sentAt: readonly number[], { perHour, perDay }: InvitationLimits, now: number) {
  const times = sentAt.toSorted((a, b) => a - b)
  return {
    next(): number {
      const afterHour = (times.at(-perHour) ?? -Infinity) + hour
      const afterDay = (times.at(-perDay) ?? -Infinity) + day
      return Math.max(now, afterHour, afterDay)
    },
    take(time: number): void {
      times.push(time)
      times.sort((a, b) => a - b)
    },
  }
}

/**
 * Returns the times, in milliseconds since 1970, of the acting therapist's invitations: those sent within the last day and those planned for later.
 * Locks the therapist's calendar until the end of the transaction, so that two concurrent calls do not use the same times.
 */
export async function listRecentInvitationTimes(tx: Tx, now: Date): Promise<number[]> {
  await tx.run('select def.lock_calendar($1)', [tx.actor.id])
  const rows = await tx.kysely
    .selectFrom('invitation')
    .select('sent_at')
    .where('therapist_id', '=', tx.actor.id)
    .where('sent_at', '>', new Date(now.getTime() - day).toISOString())
    .execute()
  return rows.map((row) => Date.parse(row.sent_at))
}
