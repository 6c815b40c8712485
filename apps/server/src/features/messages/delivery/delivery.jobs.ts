import type { DeliveryId, TherapistId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import type { OutgoingText } from '../../../platform/channels/text-provider.ts'
import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { callProvider } from './delivery.call.ts'
import { claimDelivery } from './delivery.claim.ts'
import { deliveryLifetimeSeconds, failDelivery, settleOutcome } from './delivery.settle.ts'

type DeliveryJob = { deliveryId: DeliveryId; therapistId: TherapistId }
type DeliveryQueues = { text: DeliveryJob }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends DeliveryQueues {}
}

type Sender = Pick<AppContext, 'db' | 'clock' | 'site' | 'texts'>

export const deliveryJobs: JobHandlers<keyof DeliveryQueues> = {
  text: { pollSeconds: 1, workers: 5, adds: { ...noticeJobs, text: 'once' }, run: sendDeliveries },
}
export const deliveryCleanups: readonly Cleanup[] = [settleOverdueDeliveries]

/** The seconds after which a delivery is tried again: if its number has a request without a response, and if the channel is off. */
const waitSeconds = { busy: 2, off: 60 }
/** The seconds after which a late delivery is enqueued again, and after which a request without a response is uncertain. */
const overdueSeconds = { job: 120, answer: 120 }

/**
 * Sends a delivery, and before it the older ones to the same number. Each claim is committed before calling the provider, and a claimed delivery is
 * never claimed again, so each is sent at most once.
 */
async function sendDeliveries(context: Sender, job: DeliveryJob): Promise<void> {
  const { db, clock, site, texts } = context
  const asTherapist = { role: 'worker', id: job.therapistId } as const
  for (;;) {
    const channel = await waitingChannelOf(context, job)
    if (channel === null) return
    const sender = texts.senderOf(channel, job.therapistId)
    if (sender === null || !texts.canSend(channel, job.therapistId)) return tryLater(context, job, waitSeconds.off)
    const withContent = texts.settings().withContent.includes(channel)
    const claim = await db.asActor(asTherapist, (tx) =>
      claimDelivery(tx, job.deliveryId, { now: clock.now(), address: site.origin(), sender, withContent }),
    )
    if (claim.next === 'done') return
    if (claim.next === 'busy') return tryLater(context, job, waitSeconds.busy)
    if (claim.next === 'failed') continue
    if (claim.next === 'wait') {
      const seconds = Math.ceil((claim.until.getTime() - clock.now().getTime()) / 1000)
      const putOff = { ...job, deliveryId: claim.deliveryId }
      await tryLater(context, putOff, Math.max(seconds, 1), `${claim.deliveryId} ${claim.until.toISOString()}`)
      continue
    }
    const { deliveryId: id, askedAt } = claim
    const outcome = await callProvider(context, job.therapistId, claim)
    if (outcome) await db.asActor(asTherapist, (tx) => settleOutcome(tx, { id, askedAt, outcome }, clock.now()))
  }
}

/** Returns the channel of a waiting delivery; null if it is not waiting, or is held back after a restore. */
async function waitingChannelOf({ db }: Sender, { deliveryId, therapistId }: DeliveryJob) {
  const { rows } = await db.asActor({ role: 'worker', id: therapistId }, (tx) =>
    tx.run<{ channel: OutgoingText['channel'] }>(
      `select channel from app.delivery where id = $1 and rank = 0 and failed is null and not def.is_held('text', id)`,
      [deliveryId],
    ),
  )
  return rows[0]?.channel ?? null
}

const tryLater = ({ db }: Sender, data: DeliveryJob, startAfterSeconds: number, key?: string) =>
  db.asActor({ role: 'worker', id: data.therapistId }, (tx) =>
    enqueue(tx, { name: 'text', data, startAfterSeconds, ...(key !== undefined && { key }) }),
  )

/**
 * Enqueues overdue deliveries, in case their jobs were lost, and marks those older than a day as failed. Marks a request without a response, for
 * example because the server was killed, as uncertain.
 */
async function settleOverdueDeliveries({ db, clock }: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const { rows } = await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ id: DeliveryId; therapistId: TherapistId; isAsked: boolean }>(
      'select id, therapist_id as "therapistId", is_asked as "isAsked" from def.overdue_deliveries($1, $2)',
      [before(overdueSeconds.job), before(overdueSeconds.answer)],
    ),
  )
  for (const { id, therapistId, isAsked } of rows) {
    await db.asActor({ role: 'worker', id: therapistId }, async (tx) => {
      const { rows: locked } = await tx.run<{ createdAt: string; askedAt: string | null }>(
        `select created_at as "createdAt", asked_at as "askedAt" from app.delivery
         where id = $1 and failed is null and not is_accepted and not is_uncertain for update`,
        [id],
      )
      const [delivery] = locked
      if (!delivery) return
      if (isAsked && delivery.askedAt !== null) {
        return settleOutcome(tx, { id, askedAt: new Date(delivery.askedAt), outcome: { state: 'uncertain' } }, now)
      }
      if (new Date(delivery.createdAt) < before(deliveryLifetimeSeconds)) return failDelivery(tx, id, 'expired', now)
      await enqueue(tx, { name: 'text', data: { deliveryId: id, therapistId }, key: `overdue ${id}` })
    })
  }
}
