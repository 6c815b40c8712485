import { defineFeature } from '../../../platform/feature.ts'
import { recordCopyHandlers } from './record-copy.handlers.ts'
import { recordCopyPolicy } from './record-copy.policy.ts'

export const recordCopyFeature = defineFeature({
  handlers: recordCopyHandlers,
  policy: recordCopyPolicy,
  deletion: {
    kept: {
      'app.record_copy': 'record-history',
    },
  },
})
