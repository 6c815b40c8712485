import { leftOut } from '@attune/contract/common/fields'
import { defineFeature } from '../../../platform/feature.ts'
import { legalConsentExport } from './legal-text.exported.ts'
import { legalTextHandlers } from './legal-text.handlers.ts'
import { legalTextPolicy } from './legal-text.policy.ts'

export const legalTextFeature = defineFeature({
  handlers: legalTextHandlers,
  policy: legalTextPolicy,
  exports: [legalConsentExport],
  deletion: {
    erasedOfClient: 'agreements',
    erasedOfTherapist: 'agreements',
    keptOfProduct: {
      'app.legal_version': leftOut('about the practice or the server, not about a person'),
    },
  },
})
