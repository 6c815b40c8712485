import { defineFeature } from '../../../platform/feature.ts'
import { deliveryCleanups, deliveryJobs } from './delivery.jobs.ts'

export const deliveryFeature = defineFeature({
  jobs: deliveryJobs,
  cleanups: deliveryCleanups,
  deletion: {
    kept: {
      'app.delivery': 'conversations',
    },
  },
})
