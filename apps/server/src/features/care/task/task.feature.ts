import { defineFeature } from '../../../platform/feature.ts'
import { taskEmails } from './task.emails.ts'
import { taskExport, taskTemplateExport } from './task.exported.ts'
import { taskHandlers } from './task.handlers.ts'
import { taskCleanups, taskJobs } from './task.jobs.ts'
import { taskPolicy } from './task.policy.ts'

export const taskFeature = defineFeature({
  handlers: taskHandlers,
  policy: taskPolicy,
  jobs: taskJobs,
  cleanups: taskCleanups,
  emails: taskEmails,
  exports: [taskExport, taskTemplateExport],
})
