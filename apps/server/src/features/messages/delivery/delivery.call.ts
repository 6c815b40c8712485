import type { TherapistId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import type { SendOutcome } from '../../../platform/channels/text-provider.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import type { ClaimedText } from './delivery.claim.ts'
import { findConsentFor } from './delivery.consent.ts'
import { failDelivery } from './delivery.settle.ts'

/** The maximum time in milliseconds that a STOP waits for a running request. A number has at most one such request per channel. */
const longestHold = 300

/**
 * Asks the provider to send a claimed delivery if the client still consents. Number and consent stay locked from this last check until the
 * response, or for 300 ms. A STOP or a withdrawal is therefore committed either before the check, and nothing is sent, or after the request has
 * begun. Returns null if nothing was sent.
 */
export async function callProvider(
  { db, clock, texts }: Pick<AppContext, 'db' | 'clock' | 'texts'>,
  therapistId: TherapistId,
  claimed: ClaimedText,
): Promise<SendOutcome | null> {
  let request: Promise<SendOutcome> | undefined
  const checkAndCall = async (tx: Tx) => {
    if (!(await mayStillLeave(tx, claimed, clock.now()))) return
    // If the call itself fails, it is unknown whether the provider has the message.
    request ??= texts.send(claimed.text).catch(() => ({ state: 'uncertain' }) as const)
    await settledOrLate(request)
  }
  try {
    await db.asActor({ role: 'worker', id: therapistId }, checkAndCall)
  } catch (error) {
    // Once the request has begun, a failed transaction only releases the locks early.
    if (!request) throw error
  }
  return request ? await request : null
}

/** Locks the number and the consent. Returns whether the text may be sent; marks the delivery as failed if the consent has ended. */
async function mayStillLeave(tx: Tx, { deliveryId, subject }: ClaimedText, now: Date): Promise<boolean> {
  await tx.run('select def.lock_number($1)', [subject.number])
  if (await findConsentFor(tx, subject)) return true
  await failDelivery(tx, deliveryId, 'no-consent', now)
  await tx.run('update app.delivery set rank = 0, sender = null, asked_at = null where id = $1', [deliveryId])
  return false
}

/** Waits until a request is answered, but not longer than a STOP may wait. */
const settledOrLate = (request: Promise<unknown>) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, longestHold)
    void request.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
