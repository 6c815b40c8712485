import { defineFeature } from '../../../platform/feature.ts'
import { recurrenceCleanups } from './recurrence.jobs.ts'

export const recurrenceFeature = defineFeature({
  cleanups: recurrenceCleanups,
  deletion: { erasedOfTherapist: 'calendars' },
})
