import { defineFeature } from '../../../platform/feature.ts'
import { provideCredit } from '../invoice/invoice.ts'
import { mountBankFile } from './bank-file/bank-file.mount.ts'
import { openCredit } from './credit/open-credit.ts'
import { mountStatements } from './documents/statement.mount.ts'
import { paymentHandlers } from './payment.handlers.ts'
import { paymentJobs } from './payment.jobs.ts'
import { paymentPolicy } from './payment.policy.ts'
import { reminderTextExport } from './reminder/exported.ts'

provideCredit(openCredit)

export const paymentFeature = defineFeature({
  handlers: paymentHandlers,
  policy: paymentPolicy,
  jobs: paymentJobs,
  mounts: [mountBankFile, mountStatements],
  exports: [reminderTextExport],
  deletion: {
    erasedOfTherapist: 'services',
    kept: {
      'app.invoice_reminder': 'billing',
      'app.payment': 'billing',
      'app.receipt_withdrawal': 'billing',
    },
  },
})
