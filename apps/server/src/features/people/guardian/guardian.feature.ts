import { leftOut } from '@attune/contract/common/fields'
import { defineFeature } from '../../../platform/feature.ts'
import { guardianCleanups, guardianJobs } from './age/guardian.age.jobs.ts'
import { guardianExport } from './client/exported.ts'
import { guardianFormExport, guardianMessageExport, representedExport } from './exported/exported.ts'
import { guardianEmails } from './guardian.emails.ts'
import { guardianHandlers } from './guardian.handlers.ts'
import { guardianPolicy } from './guardian.policy.ts'

export const guardianFeature = defineFeature({
  handlers: guardianHandlers,
  policy: guardianPolicy,
  jobs: guardianJobs,
  cleanups: guardianCleanups,
  emails: guardianEmails,
  exports: [guardianMessageExport, guardianFormExport, guardianExport, representedExport],
  deletion: {
    erasedOfTherapist: leftOut('the rights of guardians end with the records that they are about'),
    kept: {
      'app.custody_note': 'notes',
      'app.guardian': 'contact-details',
      'app.guardian_conversation': 'conversations',
      'app.guardian_invoice': 'billing',
      'app.guardian_message': 'conversations',
      'app.guardian_superbill': 'billing',
    },
  },
})
