import { defineFeature } from '../../../platform/feature.ts'
import { sessionTypeExport } from './session-type.exported.ts'
import { sessionTypeHandlers } from './session-type.handlers.ts'
import { sessionTypePolicy } from './session-type.policy.ts'

export const sessionTypeFeature = defineFeature({
  handlers: sessionTypeHandlers,
  policy: sessionTypePolicy,
  exports: [sessionTypeExport],
  deletion: {
    kept: {
      'app.booking_rule': 'sessions',
      'app.session_type': 'sessions',
    },
  },
})
