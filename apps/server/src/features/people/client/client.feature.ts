import { defineFeature } from '../../../platform/feature.ts'
import { clientHandlers } from './client.handlers.ts'
import { clientPolicy } from './client.policy.ts'

export const clientFeature = defineFeature({
  handlers: clientHandlers,
  policy: clientPolicy,
})
