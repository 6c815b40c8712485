import { defineFeature } from '../../../platform/feature.ts'
import { dashboardHandlers } from './dashboard.handlers.ts'
import { dashboardPolicy } from './dashboard.policy.ts'

export const dashboardFeature = defineFeature({
  handlers: dashboardHandlers,
  policy: dashboardPolicy,
})
