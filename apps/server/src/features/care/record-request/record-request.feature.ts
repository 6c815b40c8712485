import { defineFeature } from '../../../platform/feature.ts'
import { recordRequestEmails } from './record-request.emails.ts'
import { recordRequestExport } from './record-request.exported.ts'
import { recordRequestHandlers } from './record-request.handlers.ts'
import { recordRequestCleanups, recordRequestJobs } from './record-request.jobs.ts'
import { recordRequestPolicy } from './record-request.policy.ts'

export const recordRequestFeature = defineFeature({
  handlers: recordRequestHandlers,
  policy: recordRequestPolicy,
  jobs: recordRequestJobs,
  cleanups: recordRequestCleanups,
  emails: recordRequestEmails,
  exports: [recordRequestExport],
  deletion: {
    kept: {
      'app.record_request': 'record-history',
    },
  },
})
