import { defineFeature } from '../../../platform/feature.ts'
import { seriesEmails } from './series.emails.ts'
import { seriesHandlers } from './series.handlers.ts'
import { seriesPolicy } from './series.policy.ts'

export const seriesFeature = defineFeature({
  handlers: seriesHandlers,
  policy: seriesPolicy,
  emails: seriesEmails,
})
