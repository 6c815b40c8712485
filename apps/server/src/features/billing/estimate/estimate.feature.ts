import { defineFeature } from '../../../platform/feature.ts'
import { mountEstimates } from './estimate.document.mount.ts'
import { estimateEmails } from './estimate.emails.ts'
import { estimateExport } from './estimate.exported.ts'
import { estimateHandlers } from './estimate.handlers.ts'
import { estimateJobs } from './estimate.jobs.ts'
import { estimatePolicy } from './estimate.policy.ts'

export const estimateFeature = defineFeature({
  handlers: estimateHandlers,
  policy: estimatePolicy,
  jobs: estimateJobs,
  emails: estimateEmails,
  mounts: [mountEstimates],
  exports: [estimateExport],
  deletion: {
    erasedOfTherapist: 'estimate-drafts',
    kept: {
      'app.estimate': 'billing',
      'app.estimate_client': 'billing',
      'app.estimate_document': 'billing',
    },
  },
})
