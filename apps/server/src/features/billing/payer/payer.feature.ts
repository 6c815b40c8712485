import { defineFeature } from '../../../platform/feature.ts'
import { payerHandlers } from './payer.handlers.ts'
import { payerPolicy } from './payer.policy.ts'

export const payerFeature = defineFeature({
  handlers: payerHandlers,
  policy: payerPolicy,
  deletion: {
    kept: {
      'app.payer': 'billing',
      'app.payer_split': 'billing',
    },
  },
})
