import { defineFeature } from '../../../platform/feature.ts'
import { legalConsentExport } from './legal-text.exported.ts'
import { legalTextHandlers } from './legal-text.handlers.ts'
import { legalTextPolicy } from './legal-text.policy.ts'

export const legalTextFeature = defineFeature({
  handlers: legalTextHandlers,
  policy: legalTextPolicy,
  exports: [legalConsentExport],
})
