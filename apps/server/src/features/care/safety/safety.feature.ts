import { defineFeature } from '../../../platform/feature.ts'
import { safetyExport } from './safety.exported.ts'
import { safetyHandlers } from './safety.handlers.ts'
import { safetyPolicy } from './safety.policy.ts'

export const safetyFeature = defineFeature({
  handlers: safetyHandlers,
  policy: safetyPolicy,
  exports: [safetyExport],
})
