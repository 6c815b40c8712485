import { defineFeature } from '../../../platform/feature.ts'
import { restoreHandlers } from './restore.handlers.ts'
import { restorePolicy } from './restore.policy.ts'

export const restoreFeature = defineFeature({
  handlers: restoreHandlers,
  policy: restorePolicy,
})
