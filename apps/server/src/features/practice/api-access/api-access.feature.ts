import { defineFeature } from '../../../platform/feature.ts'
import { apiAccessHandlers } from './api-access.handlers.ts'
import { apiAccessPolicy } from './api-access.policy.ts'

export const apiAccessFeature = defineFeature({
  handlers: apiAccessHandlers,
  policy: apiAccessPolicy,
})
