import { defineFeature } from '../../../platform/feature.ts'
import { mountGoogleCallback } from './account/google-callback.mount.ts'
import { externalCalendarHandlers } from './external-calendar.handlers.ts'
import { externalCalendarCleanups, externalCalendarJobs } from './external-calendar.jobs.ts'
import { externalCalendarPolicy } from './external-calendar.policy.ts'

export const externalCalendarFeature = defineFeature({
  handlers: externalCalendarHandlers,
  policy: externalCalendarPolicy,
  jobs: externalCalendarJobs,
  cleanups: externalCalendarCleanups,
  mounts: [mountGoogleCallback],
  deletion: { erasedOfTherapist: 'calendars' },
})
