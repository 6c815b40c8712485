import { leftOut } from '@attune/contract/common/fields'
import { defineFeature } from '../../../platform/feature.ts'
import { restoreHandlers } from './restore.handlers.ts'
import { restorePolicy } from './restore.policy.ts'

export const restoreFeature = defineFeature({
  handlers: restoreHandlers,
  policy: restorePolicy,
  deletion: {
    keptOfProduct: {
      'app.held_item': 'expiring-codes',
      'app.restored': leftOut('about the practice or the server, not about a person'),
    },
  },
})
