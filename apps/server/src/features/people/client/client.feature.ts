import { defineFeature } from '../../../platform/feature.ts'
import { clientHandlers } from './client.handlers.ts'
import { clientPolicy } from './client.policy.ts'

export const clientFeature = defineFeature({
  handlers: clientHandlers,
  policy: clientPolicy,
  deletion: {
    kept: {
      'app.client': 'contact-details',
      'app.client_apart': 'contact-details',
      'app.client_contact': 'contact-details',
    },
  },
})
