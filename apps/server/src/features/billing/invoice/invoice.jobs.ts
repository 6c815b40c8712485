import type { InvoiceId, TherapistId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import type { JobAttempt, JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { makeInvoiceDocuments } from './documents/documents.ts'
import { sendDelayed } from './issue/sending.ts'
import { storeHighestNumbers, findReachedSeries } from './issue/highest-number.ts'
import { eraseEndedInvoices } from './retention/retention.ts'

type OfInvoice = { invoiceId: InvoiceId; therapistId: TherapistId }
type InvoiceQueues = { 'invoice-documents': OfInvoice; 'invoice-sending': OfInvoice }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends InvoiceQueues {}
}

export const invoiceJobs: JobHandlers<keyof InvoiceQueues> = {
  'invoice-documents': {
    pollSeconds: 1,
    workers: 2,
    adds: { ...noticeJobs, 'invoice-documents': 'once' },
    run: followIssue,
  },
  'invoice-sending': {
    pollSeconds: 1,
    workers: 1,
    adds: { ...noticeJobs, 'invoice-sending': 'once' },
    run: sendDelayed,
  },
}

export const invoiceCleanups: readonly Cleanup[] = [eraseEndedInvoices]

/**
 * Renders the documents of an issued invoice. Then stores the highest number of its series, even if rendering fails, because the server may have
 * stopped between issuing the invoice and storing the number.
 */
async function followIssue(
  context: Pick<AppContext, 'clock' | 'config' | 'db'>,
  data: InvoiceQueues['invoice-documents'],
  attempt: JobAttempt,
) {
  try {
    await makeInvoiceDocuments(context, data, attempt)
  } finally {
    const worker = { role: 'worker', id: data.therapistId } as const
    const series = await context.db.asActor(worker, (tx) => findReachedSeries(tx, data.invoiceId))
    if (series) storeHighestNumbers(context.config.secretsDir, [series])
  }
}
