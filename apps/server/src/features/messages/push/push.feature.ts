import { defineFeature } from '../../../platform/feature.ts'
import { deviceExport } from './push.exported.ts'
import { pushHandlers } from './push.handlers.ts'
import { pushJobs } from './push.jobs.ts'
import { pushPolicy } from './push.policy.ts'

export const pushFeature = defineFeature({
  handlers: pushHandlers,
  policy: pushPolicy,
  jobs: pushJobs,
  exports: [deviceExport],
  deletion: { erasedOfClient: 'notifications', erasedOfTherapist: 'notifications' },
})
