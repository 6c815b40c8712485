import type { AppContext } from '../../../platform/app-context.ts'
import type { SendOutcome } from '../../../platform/channels/text-provider.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import type { ClaimedText } from './delivery.claim.ts'
import { findConsentFor } from './delivery.consent.ts'
import { failDelivery } from './delivery.settle.ts'

/** For this many milliseconds STOP waits at most for a request that has begun. A number has one such request per channel. */
const longestHold = 300

/**
 * Asks the provider to send a claimed delivery, if the client still consents. The number and the consent stay locked from
 * this last check until the answer, or for 300 ms: a STOP or a withdrawal is committed either before the check, and nothing
 * leaves, or after the request has begun. Returns null if nothing was sent.
 */
export async function callProvider(
  { db, clock, texts }: Pick<AppContext, 'db' | 'clock' | 'texts'>,
  therapistId: string,
  claimed: ClaimedText,
): Promise<SendOutcome | null> {
  let request: Promise<SendOutcome> | undefined
  const checkAndCall = async (tx: Tx) => {
    if (!(await mayStillLeave(tx, claimed, clock.now()))) return
    // A failure of the call itself leaves open whether the provider has the message.
    request ??= texts.send(claimed.text).catch(() => ({ state: 'uncertain' }) as const)
    await settledOrLate(request)
  }
  try {
    await db.asActor({ role: 'worker', id: therapistId }, checkAndCall)
  } catch (error) {
    // After the request, a failure of the transaction releases the locks early and changes nothing else.
    if (!request) throw error
  }
  return request ? await request : null
}

/** Locks the number and the consent, and gives the delivery up if there is no consent any more. */
async function mayStillLeave(tx: Tx, { deliveryId, subject }: ClaimedText, now: Date): Promise<boolean> {
  await tx.run('select def.lock_number($1)', [subject.number])
  if (await findConsentFor(tx, subject)) return true
  await failDelivery(tx, deliveryId, 'no-consent', now)
  await tx.run('update app.delivery set rank = 0, sender = null, asked_at = null where id = $1', [deliveryId])
  return false
}

/** Waits until a request is answered, but not longer than STOP may wait. */
const settledOrLate = (request: Promise<unknown>) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, longestHold)
    void request.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
