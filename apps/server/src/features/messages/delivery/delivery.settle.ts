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

/** A refusal because of a limit waits for this many seconds if the provider names no time, and for the longest of these if it names more. */
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

/** Locks a delivery. */
async function lockDelivery(tx: Tx, id: string): Promise<StoredDelivery | undefined> {
  const { rows } = await tx.run<StoredDelivery>(
    `select rank, is_accepted as "isAccepted", is_uncertain as "isUncertain", failed,
       provider_id as "providerId", asked_at as "askedAt" from app.delivery where id = $1 for update`,
    [id],
  )
  return rows[0]
}

/** Returns the parts of a delivery that do not change after its request. */
async function findAddressedDelivery(tx: Tx, id: string): Promise<Addressed | undefined> {
  const { rows } = await tx.run<Addressed>(
    `select client_id as "clientId", channel, purpose, number, provider_id as "providerId", created_at as "createdAt",
       asked_at as "askedAt", params ? 'template' as "isTemplate" from app.delivery where id = $1`,
    [id],
  )
  return rows[0]
}

/**
 * Stores a fact about the number that an answer of the provider proves: that a text was sent to it, or that the provider refuses
 * every text to it. Consents since the request are not concerned. A template does not say how to end texts, so that it is
 * not the first text. Runs before the delivery is locked, in the order in
 * which STOP and a claim lock number and delivery.
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
 * Ends texts to a number for every therapist: the consents and the deliveries that wait. No delivery to the number is
 * claimed after the commit of this transaction.
 */
export async function stopNumber(tx: Tx<AnyActor>, number: string, now: Date): Promise<void> {
  await tx.run('select def.lock_number($1)', [number])
  await tx.run('select def.stop_number($1, $2, $3)', [number, 'stop', now])
  await tx.run('select def.stop_deliveries($1, $2)', [number, now])
}

/** Gives up a delivery that was never sent. */
export async function failDelivery(tx: Tx, id: string, failed: DeliveryFailure, now: Date): Promise<void> {
  await tx.run('update app.delivery set failed = $2, body = null, updated_at = $3 where id = $1', [id, failed, now])
}

/**
 * Stores the provider's answer to a request, unless another attempt has begun. An answer that never came leaves the
 * delivery uncertain, unless a report of the provider was faster.
 */
export async function settleOutcome(
  tx: Tx,
  { id, askedAt, outcome }: { id: string; askedAt: Date; outcome: SendOutcome },
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
 * Returns why a delivery that the provider did not take is not sent any more: a STOP came during the request, or it has waited too long. Null if
 * it may leave.
 */
async function findRetryObstacle(tx: Tx, addressed: Addressed, now: Date): Promise<DeliveryFailure | null> {
  await tx.run('select def.lock_number($1)', [addressed.number])
  if (!(await findConsentFor(tx, addressed))) return 'no-consent'
  const ends = Date.parse(addressed.createdAt) + deliveryLifetimeSeconds * 1000
  return now.getTime() < ends ? null : 'expired'
}

/** Returns a delivery that the provider did not take to the queue. */
async function sendLaterOnce(tx: Tx, id: string, seconds: number, now: Date): Promise<void> {
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
 * Stores a report of the provider about a delivery. Repeated, late or reordered reports lead to the same state. A report
 * about another message than the delivery’s changes nothing. Returns false if no delivery has this id.
 */
export async function settleReport(
  { db, clock }: Pick<AppContext, 'clock'> & { db: Db },
  deliveryId: string,
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

/** Whether a report is about another message than the one with which the provider has accepted a delivery. */
const isAboutOther = (delivery: { providerId: string | null }, report: ProviderReport): boolean =>
  delivery.providerId !== null && delivery.providerId !== report.providerId

async function ownerOf(db: Db, deliveryId: string): Promise<string | null> {
  const { rows } = await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ owner: string | null }>('select def.delivery_owner($1) as owner', [deliveryId]),
  )
  return rows[0]?.owner ?? null
}
