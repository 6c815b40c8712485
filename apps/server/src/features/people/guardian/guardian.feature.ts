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
})
