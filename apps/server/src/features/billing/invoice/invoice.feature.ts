import { defineFeature } from '../../../platform/feature.ts'
import { mountInvoiceDocuments } from './documents/documents.mount.ts'
import { datevSettingsExport } from './export/datev/exported.ts'
import { mountInvoiceExport } from './export/export.mount.ts'
import { invoiceEmails } from './invoice.emails.ts'
import { ownInvoiceExport } from './invoice.exported.ts'
import { invoiceHandlers } from './invoice.handlers.ts'
import { invoiceCleanups, invoiceJobs } from './invoice.jobs.ts'
import { invoicePolicy } from './invoice.policy.ts'

export const invoiceFeature = defineFeature({
  handlers: invoiceHandlers,
  policy: invoicePolicy,
  jobs: invoiceJobs,
  cleanups: invoiceCleanups,
  emails: invoiceEmails,
  mounts: [mountInvoiceDocuments, mountInvoiceExport],
  exports: [datevSettingsExport, ownInvoiceExport],
})
