import { defineFeature } from '../../../platform/feature.ts'
import { recordRetentionEmails } from './record-retention.emails.ts'
import { recordRetentionHandlers } from './record-retention.handlers.ts'
import { recordRetentionCleanups, recordRetentionJobs } from './record-retention.jobs.ts'
import { recordRetentionPolicy } from './record-retention.policy.ts'

export const recordRetentionFeature = defineFeature({
  handlers: recordRetentionHandlers,
  policy: recordRetentionPolicy,
  jobs: recordRetentionJobs,
  cleanups: recordRetentionCleanups,
  emails: recordRetentionEmails,
  deletion: {
    kept: {
      'app.record_ending': 'record-history',
      'app.record_ending_count': 'record-history',
      'app.record_hold': 'record-history',
    },
  },
})
