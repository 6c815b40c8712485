import type { PaymentPageId, TherapistId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { PaymentProviderError } from '../../../platform/payments/payment-provider.ts'
import { claimPage, hasRefundablePayment, findPage } from './online-payment.pages.ts'
import { type SettleContext, settlePage, settleRefunds } from './online-payment.settle.ts'
import { claimRefunds, workerOf } from './online-payment.setup.ts'

/** A job without a page queries the refunds of the therapist's payments. */
type OnlinePaymentQueues = { 'online-payment': { therapistId: TherapistId; pageId: PaymentPageId | null } }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends OnlinePaymentQueues {}
}

export const onlinePaymentJobs: JobHandlers<keyof OnlinePaymentQueues> = {
  'online-payment': {
    pollSeconds: 10,
    workers: 5,
    adds: { ...noticeJobs, 'payment-receipt': 'each' },
    run: askProvider,
  },
}
export const onlinePaymentCleanups: readonly Cleanup[] = [enqueueDue]

const refundsEveryMilliseconds = 3_600_000
/** The time after a payment within which refunds are possible, in milliseconds. */
const refundableMilliseconds = 200 * 86_400_000

/** Enqueues a job for each page and each therapist for which the provider must be asked now. */
async function enqueueDue({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const { rows } = await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ therapistId: TherapistId; pageId: PaymentPageId | null }>(
      'select therapist_id as "therapistId", page_id as "pageId" from def.due_online_payments($1)',
      [clock.now()],
    ),
  )
  for (const data of rows)
    await db.asActor(workerOf(data.therapistId), (tx) =>
      enqueue(tx, { name: 'online-payment', data, key: data.pageId ?? data.therapistId }),
    )
}

/**
 * Runs a job of the queue `online-payment`. Stores the next time to ask before calling the provider, so that a failed call is repeated then, and
 * several jobs for one page make only one call. An error of the provider does not fail the job.
 */
async function askProvider(
  context: SettleContext,
  { therapistId, pageId }: OnlinePaymentQueues['online-payment'],
): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  try {
    if (pageId !== null) {
      const isClaimed = await db.asActor(workerOf(therapistId), async (tx) => {
        const page = await findPage(tx, pageId)
        return page !== null && claimPage(tx, page, now)
      })
      if (isClaimed) await settlePage(context, { therapistId, pageId })
      return
    }
    const since = new Date(now.getTime() - refundableMilliseconds)
    const isClaimed = await db.asActor(workerOf(therapistId), async (tx) => {
      const next = (await hasRefundablePayment(tx, since)) ? new Date(now.getTime() + refundsEveryMilliseconds) : null
      return claimRefunds(tx, now, next)
    })
    if (isClaimed) await settleRefunds(context, therapistId, { since })
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
  }
}
