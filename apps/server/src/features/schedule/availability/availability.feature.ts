import { defineFeature } from '../../../platform/feature.ts'
import { availabilityExport } from './availability.exported.ts'
import { availabilityHandlers } from './availability.handlers.ts'
import { availabilityPolicy } from './availability.policy.ts'

export const availabilityFeature = defineFeature({
  handlers: availabilityHandlers,
  policy: availabilityPolicy,
  exports: [availabilityExport],
  deletion: { erasedOfTherapist: 'availability' },
})
