import { feedbackPerHour } from '@attune/contract/common/constants'
import { displayName } from '@attune/contract/features/people/account/account.rules'
import type { Context } from '../../../platform/policy/context.ts'
import { tooManyCalls } from '../../../platform/policy/refusal.ts'
import { notifyAdmins } from '../../messages/notification/notification.ts'

/**
 * Stores feedback about the product and notifies the admins. Admins do not learn which client wrote. Repeating the same id changes nothing.
 * Refuses with TOO_MANY after `feedbackPerHour` calls in one hour.
 */
export async function sendFeedback({ app, actor }: Context, feedback: { id: string; text: string; page: string }) {
  const hit = await app.auth.rateLimit.hit('feedback', actor.id, {
    count: feedbackPerHour,
    seconds: 60 * 60,
  })
  if (!hit.allowed) throw tooManyCalls(hit.retryAfterSeconds)
  await app.db.asActor(actor, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx.kysely
      .insertInto('feedback')
      .values({ ...feedback, account_id: actor.id })
      .onConflict((on) => on.column('id').doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return
    if (actor.role === 'client') return notifyAdmins(tx, 'feedback', {}, { isAnonymous: true })
    const me = await tx.kysely
      .selectFrom('profile')
      .select(['first_name as firstName', 'last_name as lastName', 'email'])
      .where('account_id', '=', actor.id)
      .executeTakeFirstOrThrow()
    await notifyAdmins(tx, 'feedback', { name: displayName(me) })
  })
}
