import type { InvoiceId, TherapistId } from '@attune/contract/common/ids'
import type { ReminderStep } from '@attune/contract/features/billing/payment/payment.rules'
import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { makeReceipt } from './documents/receipt.ts'
import { makeReminder } from './reminder/job.ts'

type PaymentQueues = {
  'payment-receipt': { invoiceId: InvoiceId; therapistId: TherapistId }
  'payment-reminder': { invoiceId: InvoiceId; therapistId: TherapistId; step: ReminderStep }
}
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends PaymentQueues {}
}

export const paymentJobs: JobHandlers<keyof PaymentQueues> = {
  'payment-receipt': {
    pollSeconds: 2,
    workers: 2,
    adds: { ...noticeJobs, 'payment-receipt': 'once' },
    run: makeReceipt,
  },
  'payment-reminder': {
    pollSeconds: 2,
    workers: 2,
    adds: { ...noticeJobs, 'payment-reminder': 'once' },
    run: makeReminder,
  },
}
