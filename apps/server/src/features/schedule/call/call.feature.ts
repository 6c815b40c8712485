import { defineFeature } from '../../../platform/feature.ts'
import { deleteOldRows } from '../../../platform/jobs/old-rows.ts'
import { callHandlers } from './call.handlers.ts'
import { callPolicy } from './call.policy.ts'
import { callSocketRoute } from './sockets/call-sockets.ts'

export const callFeature = defineFeature({
  handlers: callHandlers,
  policy: callPolicy,
  cleanups: [deleteOldRows((tx, limits) => tx.run('select def.forget_whereabouts($1, $2) as count', limits))],
  sockets: [callSocketRoute],
})
