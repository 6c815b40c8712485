import { leftOut } from '@attune/contract/common/fields'
import { defineFeature } from '../../../platform/feature.ts'
import { assistantSetupHandlers } from './assistant-setup.handlers.ts'
import { assistantSetupPolicy } from './assistant-setup.policy.ts'

export const assistantSetupFeature = defineFeature({
  handlers: assistantSetupHandlers,
  policy: assistantSetupPolicy,
  deletion: {
    keptOfProduct: {
      'app.assistant_setting': leftOut('about the practice or the server, not about a person'),
    },
  },
})
