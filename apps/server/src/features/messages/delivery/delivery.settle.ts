import type { DeliveryId } from '@attune/contract/common/ids'
import {
  afterReport,
  type DeliveryFailure,
  type DeliveryState,
} from '@attune/contract/features/messages/text-message/text-message.rules'
import type { AppContext } from '../../../platform/app-context.ts'
import type { ProviderReport, SendOutcome } from '../../../platform/channels/text-provider.ts'
import type { AnyActor, Db, Tx } from '../../../platform/database/actor.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { findConsentFor, type ConsentSubject } from './delivery.consent.ts'

/** The seconds to wait after a rate limit: the default if the provider gives no time, and the maximum. */
const limitSeconds = { usual: 60, longest: 3_600 }
/** A delivery that could not be sent for this many seconds is given up. */
export const deliveryLifetimeSeconds = 86_400

type StoredDelivery = DeliveryState & { providerId: string | null; askedAt: string | null }
type Addressed = ConsentSubject & {
  providerId: string | null
  createdAt: string
  askedAt: string | null
  isTemplate: boolean
}

async function lockDelivery(tx: Tx, id: DeliveryId): Promise<StoredDelivery | undefined> {
  const { rows } = await tx.run<StoredDelivery>(
    `select rank, is_accepted as "isAccepted", is_uncertain as "isUncertain", failed,
       provider_id as "providerId", asked_at as "askedAt" from app.delivery where id = $1 for update`,
    [id],
  )
  return rows[0]
}

/** Returns the properties of a delivery that do not change after its request; undefined for an unknown delivery. */
async function findAddressedDelivery(tx: Tx, id: DeliveryId): Promise<Addressed | undefined> {
  const { rows } = await tx.run<Addressed>(
    `select client_id as "clientId", channel, purpose, number, provider_id as "providerId", created_at as "createdAt",
       asked_at as "askedAt", params ? 'template' as "isTemplate" from app.delivery where id = $1`,
    [id],
  )
  return rows[0]
}

/**
 * Stores a fact about the number that follows from the provider's response: that a text was sent to it, or that the provider refuses all texts to it.
 * Consents given after the request are not affected. A template does not count as the first text, because it does not say how to end texts. Must run
 * before the delivery is locked, because STOP and claims lock the number first.
 */
async function noteAboutNumber(
  tx: Tx,
  { clientId, number, askedAt, isTemplate }: Addressed,
  result: SendOutcome | ProviderReport,
  now: Date,
): Promise<void> {
  const asked = askedAt ?? now
  if ('reason' in result && result.reason === 'stopped') {
    await tx.run('select def.lock_number($1)', [number])
    await tx.run('select def.note_provider_block($1, $2, $3)', [number, asked, now])
  } else if (!isTemplate && ('state' in result ? result.state === 'accepted' : result.status !== 'failed')) {
    await tx.run('select def.note_first_text($1, $2, $3, $4)', [clientId, number, asked, now])
  }
}

/**
 * Ends texts to a number for every therapist: ends the consents and the waiting deliveries. After this transaction commits, no delivery to the
 * number is claimed.
 */
export async function stopNumber(tx: Tx<AnyActor>, number: string, now: Date): Promise<void> {
  await tx.run('select def.lock_number($1)', [number])
  await tx.run('select def.stop_number($1, $2, $3)', [number, 'stop', now])
  await tx.run('select def.stop_deliveries($1, $2)', [number, now])
}

/** Marks a delivery that was never sent as failed for the given reason, and deletes its text. */
export async function failDelivery(tx: Tx, id: DeliveryId, failed: DeliveryFailure, now: Date): Promise<void> {
  await tx.run('update app.delivery set failed = $2, body = null, updated_at = $3 where id = $1', [id, failed, now])
}

/**
 * Stores the provider's response to a request, unless another attempt has begun. Without a response, the delivery becomes uncertain. After a refusal,
 * it is marked as failed. If the provider only limits the rate, it is queued again, or marked as failed if it must not be sent again. If a report of
 * the provider has already arrived, none of these happens.
 */
export async function settleOutcome(
  tx: Tx,
  { id, askedAt, outcome }: { id: DeliveryId; askedAt: Date; outcome: SendOutcome },
  now: Date,
): Promise<void> {
  const addressed = await findAddressedDelivery(tx, id)
  if (!addressed) return
  await noteAboutNumber(tx, addressed, outcome, now)
  const isLimited = outcome.state === 'refused' && outcome.reason === 'limited'
  const obstacle = isLimited ? await findRetryObstacle(tx, addressed, now) : null
  const delivery = await lockDelivery(tx, id)
  if (!delivery || delivery.askedAt === null || Date.parse(delivery.askedAt) !== askedAt.getTime()) return
  if (outcome.state === 'accepted') {
    await tx.run(
      `update app.delivery set is_accepted = true, is_uncertain = false, provider_id = coalesce(provider_id, $2),
         segments = coalesce($3, segments), body = null, updated_at = $4 where id = $1`,
      [id, outcome.providerId, outcome.segments, now],
    )
  } else if (delivery.isAccepted) {
    return
  } else if (outcome.state === 'uncertain') {
    await tx.run('update app.delivery set is_uncertain = true, body = null, updated_at = $2 where id = $1', [id, now])
  } else if (outcome.reason === 'limited') {
    if (obstacle) return failDelivery(tx, id, obstacle, now)
    await sendLaterOnce(tx, id, outcome.retryAfterSeconds ?? limitSeconds.usual, now)
  } else {
    await failDelivery(tx, id, outcome.reason, now)
  }
}

/**
 * Returns the reason why a delivery that the provider did not accept must not be sent again: a STOP arrived during the request, or the delivery has
 * waited too long. Returns null if it may be sent again.
 */
async function findRetryObstacle(tx: Tx, addressed: Addressed, now: Date): Promise<DeliveryFailure | null> {
  await tx.run('select def.lock_number($1)', [addressed.number])
  if (!(await findConsentFor(tx, addressed))) return 'no-consent'
  const ends = Date.parse(addressed.createdAt) + deliveryLifetimeSeconds * 1000
  return now.getTime() < ends ? null : 'expired'
}

/** Queues again a delivery that the provider did not accept. It is sent after `seconds`, but after at least a second and at most an hour. */
async function sendLaterOnce(tx: Tx, id: DeliveryId, seconds: number, now: Date): Promise<void> {
  const wait = Math.min(Math.max(seconds, 1), limitSeconds.longest)
  const due = new Date(now.getTime() + wait * 1000)
  await tx.run('update app.delivery set rank = 0, asked_at = null, due_at = $2, updated_at = $3 where id = $1', [
    id,
    due,
    now,
  ])
  if (tx.actor.id === null) throw new Error('a delivery without a therapist')
  await enqueue(tx, {
    name: 'text',
    data: { deliveryId: id, therapistId: tx.actor.id },
    startAfterSeconds: wait,
    key: `${id} ${due.toISOString()}`,
  })
}

/**
 * Stores a report of the provider about a delivery. Repeated, late or reordered reports lead to the same state. Ignores a report that is not about
 * the delivery's message. Returns false if there is no delivery with this id.
 */
export async function settleReport(
  { db, clock }: Pick<AppContext, 'clock'> & { db: Db },
  deliveryId: DeliveryId,
  report: ProviderReport,
): Promise<boolean> {
  const therapistId = await ownerOf(db, deliveryId)
  if (therapistId === null) return false
  await db.asActor({ role: 'worker', id: therapistId }, async (tx) => {
    const now = clock.now()
    const addressed = await findAddressedDelivery(tx, deliveryId)
    if (!addressed || isAboutOther(addressed, report)) return
    await noteAboutNumber(tx, addressed, report, now)
    const before = await lockDelivery(tx, deliveryId)
    if (!before || isAboutOther(before, report)) return
    const { rank, isAccepted, isUncertain, failed } = afterReport(
      before,
      report.status === 'failed' ? { status: 'failed', reason: report.reason } : { status: report.status },
    )
    await tx.run(
      `update app.delivery set rank = $2, is_accepted = $3, is_uncertain = $4, failed = $5, provider_id = $6, body = null,
         segments = coalesce($7, segments), asked_at = coalesce(asked_at, $8), read_at = case when $2 = 4 then coalesce(read_at, $8) end, updated_at = $8
       where id = $1 and (rank, is_accepted, is_uncertain, failed, provider_id) is distinct from ($2, $3, $4, $5, $6)`,
      [deliveryId, rank, isAccepted, isUncertain, failed, report.providerId, report.segments ?? null, now],
    )
  })
  return true
}

/** Whether a report is about a different message from the one that the provider accepted for a delivery. */
const isAboutOther = (delivery: { providerId: string | null }, report: ProviderReport): boolean =>
  delivery.providerId !== null && delivery.providerId !== report.providerId

async function ownerOf(db: Db, deliveryId: DeliveryId): Promise<string | null> {
  const { rows } = await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ owner: string | null }>('select def.delivery_owner($1) as owner', [deliveryId]),
  )
  return rows[0]?.owner ?? null
}
