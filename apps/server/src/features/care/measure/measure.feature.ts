import { defineFeature } from '../../../platform/feature.ts'
import { measureExport } from './measure.exported.ts'
import { measureHandlers } from './measure.handlers.ts'
import { measurePolicy } from './measure.policy.ts'

export const measureFeature = defineFeature({
  handlers: measureHandlers,
  policy: measurePolicy,
  exports: [measureExport],
  deletion: { erasedOfTherapist: 'templates' },
})
