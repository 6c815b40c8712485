import { defineFeature } from '../../../platform/feature.ts'
import { waitingListEmails } from './waiting-list.emails.ts'
import { waitingListHandlers } from './waiting-list.handlers.ts'
import { waitingListJobs } from './waiting-list.jobs.ts'
import { waitingListPolicy } from './waiting-list.policy.ts'

export const waitingListFeature = defineFeature({
  handlers: waitingListHandlers,
  policy: waitingListPolicy,
  jobs: waitingListJobs,
  emails: waitingListEmails,
})
