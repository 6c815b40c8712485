import { defineFeature } from '../../../platform/feature.ts'
import { assistantConsentHandlers } from './assistant-consent.handlers.ts'
import { assistantConsentPolicy } from './assistant-consent.policy.ts'

export const assistantConsentFeature = defineFeature({
  handlers: assistantConsentHandlers,
  policy: assistantConsentPolicy,
})
