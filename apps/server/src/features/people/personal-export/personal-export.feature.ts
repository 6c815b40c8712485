import { defineFeature } from '../../../platform/feature.ts'
import { personalExportHandlers } from './personal-export.handlers.ts'
import { personalExportCleanups, personalExportJobs } from './personal-export.jobs.ts'
import { mountPersonalExport } from './personal-export.mount.ts'
import { personalExportPolicy } from './personal-export.policy.ts'

export const personalExportFeature = defineFeature({
  handlers: personalExportHandlers,
  policy: personalExportPolicy,
  jobs: personalExportJobs,
  cleanups: personalExportCleanups,
  mounts: [mountPersonalExport],
  deletion: { erasedOfClient: 'waiting-export', erasedOfTherapist: 'waiting-export' },
})
