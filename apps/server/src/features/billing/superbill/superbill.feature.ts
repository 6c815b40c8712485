import { defineFeature } from '../../../platform/feature.ts'
import { superbillEmails } from './superbill.emails.ts'
import { superbillExport } from './superbill.exported.ts'
import { superbillHandlers } from './superbill.handlers.ts'
import { superbillJobs } from './superbill.jobs.ts'
import { mountSuperbills } from './superbill.mount.ts'
import { superbillPolicy } from './superbill.policy.ts'

export const superbillFeature = defineFeature({
  handlers: superbillHandlers,
  policy: superbillPolicy,
  jobs: superbillJobs,
  emails: superbillEmails,
  mounts: [mountSuperbills],
  exports: [superbillExport],
  deletion: {
    kept: {
      'app.superbill': 'billing',
      'app.superbill_document': 'billing',
      'app.superbill_line': 'billing',
      'app.superbill_withdrawal': 'billing',
    },
  },
})
