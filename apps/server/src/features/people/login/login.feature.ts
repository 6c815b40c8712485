import { defineFeature } from '../../../platform/feature.ts'
import { signInExport } from './account/exported.ts'
import { mountErasureReport } from './erasure-report/report.mount.ts'
import { loginEmails } from './login.emails.ts'
import { loginHandlers } from './login.handlers.ts'
import { loginCleanups, loginJobs } from './login.jobs.ts'
import { loginPolicy } from './login.policy.ts'
import { mountProviderCallback } from './provider/callback.ts'

export const loginFeature = defineFeature({
  handlers: loginHandlers,
  policy: loginPolicy,
  jobs: loginJobs,
  cleanups: loginCleanups,
  emails: loginEmails,
  mounts: [mountErasureReport, mountProviderCallback],
  exports: [signInExport],
})
