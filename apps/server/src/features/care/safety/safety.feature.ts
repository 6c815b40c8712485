import { leftOut } from '@attune/contract/common/fields'
import { defineFeature } from '../../../platform/feature.ts'
import { safetyExport } from './safety.exported.ts'
import { safetyHandlers } from './safety.handlers.ts'
import { safetyPolicy } from './safety.policy.ts'

export const safetyFeature = defineFeature({
  handlers: safetyHandlers,
  policy: safetyPolicy,
  exports: [safetyExport],
  deletion: { erasedOfClient: 'safety-plan', erasedOfTherapist: leftOut('a therapist has no rows here') },
})
