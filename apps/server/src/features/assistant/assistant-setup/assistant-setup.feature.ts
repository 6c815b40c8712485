import { defineFeature } from '../../../platform/feature.ts'
import { assistantSetupHandlers } from './assistant-setup.handlers.ts'
import { assistantSetupPolicy } from './assistant-setup.policy.ts'

export const assistantSetupFeature = defineFeature({
  handlers: assistantSetupHandlers,
  policy: assistantSetupPolicy,
})
