import { defineFeature } from '../../../platform/feature.ts'
import { termsExport } from './terms.exported.ts'
import { termsHandlers } from './terms.handlers.ts'
import { termsPolicy } from './terms.policy.ts'

export const termsFeature = defineFeature({
  handlers: termsHandlers,
  policy: termsPolicy,
  exports: [termsExport],
  deletion: {
    kept: {
      'app.session_terms': 'sessions',
    },
  },
})
