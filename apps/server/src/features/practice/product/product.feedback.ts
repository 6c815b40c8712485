import type { FeedbackId } from '@attune/contract/common/ids'
import { feedbackPerHour } from '@attune/contract/common/constants'
import type { Context } from '../../../platform/policy/context.ts'
import { tooManyCalls } from '../../../platform/policy/refusal.ts'
import { notifyAdmins } from '../../messages/notification/notification.ts'
import { insertFeedback } from '../administration/administration.ts'
import { readDisplayName } from '../../people/profile/profile.ts'

/**
 * Stores feedback about the product and notifies the admins. Admins do not learn which client wrote. Repeating the same id changes nothing.
 * Refuses with TOO_MANY after `feedbackPerHour` calls in one hour.
 */
export async function sendFeedback({ app, actor }: Context, feedback: { id: FeedbackId; text: string; page: string }) {
  const hit = await app.auth.rateLimit.hit('feedback', actor.id, {
    count: feedbackPerHour,
    seconds: 60 * 60,
  })
  if (!hit.allowed) throw tooManyCalls(hit.retryAfterSeconds)
  await app.db.asActor(actor, async (tx) => {
    if (!(await insertFeedback(tx, feedback))) return
    if (actor.role === 'client') return notifyAdmins(tx, 'feedback', {}, { isAnonymous: true })
    await notifyAdmins(tx, 'feedback', { name: await readDisplayName(tx) })
  })
}
