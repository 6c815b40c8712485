import { defineFeature } from '../../../platform/feature.ts'
import { callExport } from './call.exported.ts'
import { callHandlers } from './call.handlers.ts'
import { callPolicy } from './call.policy.ts'
import { forgetWhereabouts } from './call.whereabouts.ts'
import { callSocketRoute } from './sockets/call-sockets.ts'

export const callFeature = defineFeature({
  handlers: callHandlers,
  policy: callPolicy,
  cleanups: [forgetWhereabouts],
  sockets: [callSocketRoute],
  exports: [callExport],
  deletion: {
    kept: {
      'app.video_call': 'sessions',
      'app.video_call_person': 'sessions',
    },
  },
})
