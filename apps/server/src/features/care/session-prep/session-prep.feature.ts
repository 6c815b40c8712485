import { defineFeature } from '../../../platform/feature.ts'
import { sessionPrepHandlers } from './session-prep.handlers.ts'
import { sessionPrepPolicy } from './session-prep.policy.ts'

export const sessionPrepFeature = defineFeature({
  handlers: sessionPrepHandlers,
  policy: sessionPrepPolicy,
})
