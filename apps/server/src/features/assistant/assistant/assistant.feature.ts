import { defineFeature } from '../../../platform/feature.ts'
import { assistantHandlers } from './assistant.handlers.ts'
import { assistantPolicy } from './assistant.policy.ts'

export const assistantFeature = defineFeature({
  handlers: assistantHandlers,
  policy: assistantPolicy,
})
