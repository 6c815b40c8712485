import { defineFeature } from '../../../platform/feature.ts'
import { calendarEmails } from './calendar.emails.ts'
import { calendarHandlers } from './calendar.handlers.ts'
import { calendarCleanups, calendarJobs } from './calendar.jobs.ts'
import { calendarPolicy } from './calendar.policy.ts'
import { calendarExport, clientCalendarExport } from './feed/exported.ts'
import { mountFeedRoute } from './feed/route.ts'

export const calendarFeature = defineFeature({
  handlers: calendarHandlers,
  policy: calendarPolicy,
  jobs: calendarJobs,
  cleanups: calendarCleanups,
  emails: calendarEmails,
  mounts: [mountFeedRoute],
  exports: [clientCalendarExport, calendarExport],
  deletion: { erasedOfClient: 'settings', erasedOfTherapist: 'calendars' },
})
