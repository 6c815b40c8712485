import { defineFeature } from '../../../platform/feature.ts'
import { textConsentExport } from './consent.exported.ts'
import { consentHandlers } from './consent.handlers.ts'
import { consentPolicy } from './consent.policy.ts'

export const consentFeature = defineFeature({
  handlers: consentHandlers,
  policy: consentPolicy,
  exports: [textConsentExport],
  deletion: {
    kept: {
      'app.text_consent': 'consents',
      'app.text_number': 'contact-details',
    },
  },
})
