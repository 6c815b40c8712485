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
  deletion: {
    erasedOfTherapist: 'services',
    kept: {
      'app.invoice': 'billing',
      'app.invoice_client': 'billing',
      'app.invoice_document': 'billing',
      'app.invoice_erased': 'billing',
      'app.invoice_erasure': 'billing',
      'app.invoice_event': 'billing',
      'app.invoice_line': 'billing',
      'app.invoice_link': 'billing',
      'app.invoice_lost': 'billing',
      'app.invoice_series': 'billing',
      'app.session_billed': 'billing',
      'app.session_waived': 'billing',
    },
  },
})
