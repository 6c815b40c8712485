import type { JobHandlers } from '../../platform/jobs/job-worker.ts'
import { makeInvoiceDocuments } from './invoice.documents.ts'

type InvoiceQueues = { 'invoice-documents': { invoiceId: string; therapistId: string } }
declare module '../../platform/jobs/enqueue.ts' {
  interface JobQueues extends InvoiceQueues {}
}

export const invoiceJobs: JobHandlers<keyof InvoiceQueues> = {
  'invoice-documents': { pollSeconds: 1, run: makeInvoiceDocuments },
}
