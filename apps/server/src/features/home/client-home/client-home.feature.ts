import { defineFeature } from '../../../platform/feature.ts'
import { clientHomeHandlers } from './client-home.handlers.ts'
import { clientHomePolicy } from './client-home.policy.ts'

export const clientHomeFeature = defineFeature({
  handlers: clientHomeHandlers,
  policy: clientHomePolicy,
})
