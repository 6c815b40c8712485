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
  deletion: {
    erasedOfClient: 'unsent-answers',
    erasedOfTherapist: 'templates',
    kept: {
      'app.task': 'tasks',
      'app.task_answer': 'tasks',
      'app.task_comment': 'tasks',
      'app.task_file': 'tasks',
      'app.task_history': 'tasks',
    },
  },
})
