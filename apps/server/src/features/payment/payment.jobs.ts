import type { ReminderStep } from '@attune/contract/features/payment.rules'
import type { JobHandlers } from '../../platform/jobs/job-worker.ts'
import { makeReceipt } from './payment.receipt.ts'
import { makeReminder } from './payment.reminder.job.ts'

type PaymentQueues = {
  'payment-receipt': { invoiceId: string; therapistId: string }
  'payment-reminder': { invoiceId: string; therapistId: string; step: ReminderStep }
}
declare module '../../platform/jobs/enqueue.ts' {
  interface JobQueues extends PaymentQueues {}
}

export const paymentJobs: JobHandlers<keyof PaymentQueues> = {
  'payment-receipt': { pollSeconds: 2, run: makeReceipt },
  'payment-reminder': { pollSeconds: 2, run: makeReminder },
}
