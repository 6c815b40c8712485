import { defineFeature } from '../../../platform/feature.ts'
import { accessHandlers } from './access.handlers.ts'
import { accessPolicy } from './access.policy.ts'

export const accessFeature = defineFeature({
  handlers: accessHandlers,
  policy: accessPolicy,
})
