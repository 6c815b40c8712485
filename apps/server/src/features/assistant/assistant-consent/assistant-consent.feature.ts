import { defineFeature } from '../../../platform/feature.ts'
import { assistantConsentExport } from './assistant-consent.exported.ts'
import { assistantConsentHandlers } from './assistant-consent.handlers.ts'
import { assistantConsentPolicy } from './assistant-consent.policy.ts'

export const assistantConsentFeature = defineFeature({
  handlers: assistantConsentHandlers,
  policy: assistantConsentPolicy,
  exports: [assistantConsentExport],
  deletion: {
    kept: {
      'app.assistant_consent': 'consents',
    },
  },
})
