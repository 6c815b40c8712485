import { defineFeature } from '../../../platform/feature.ts'
import { clientTagExport } from './client-tag.exported.ts'
import { clientTagHandlers } from './client-tag.handlers.ts'
import { clientTagPolicy } from './client-tag.policy.ts'

export const clientTagFeature = defineFeature({
  handlers: clientTagHandlers,
  policy: clientTagPolicy,
  exports: [clientTagExport],
  deletion: { erasedOfTherapist: 'tags' },
})
