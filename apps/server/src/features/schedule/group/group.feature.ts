import { defineFeature } from '../../../platform/feature.ts'
import { groupHandlers } from './group.handlers.ts'
import { groupPolicy } from './group.policy.ts'

export const groupFeature = defineFeature({
  handlers: groupHandlers,
  policy: groupPolicy,
  deletion: {
    kept: {
      'app.client_group': 'sessions',
      'app.client_group_member': 'sessions',
    },
  },
})
