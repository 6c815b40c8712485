import { defineFeature } from '../../../platform/feature.ts'
import { changeRequestHandlers } from './change-request.handlers.ts'
import { changeRequestPolicy } from './change-request.policy.ts'

export const changeRequestFeature = defineFeature({
  handlers: changeRequestHandlers,
  policy: changeRequestPolicy,
})
