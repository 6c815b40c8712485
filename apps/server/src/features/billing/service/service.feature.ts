import { defineFeature } from '../../../platform/feature.ts'
import { serviceExport } from './service.exported.ts'
import { serviceHandlers } from './service.handlers.ts'
import { servicePolicy } from './service.policy.ts'

export const serviceFeature = defineFeature({
  handlers: serviceHandlers,
  policy: servicePolicy,
  exports: [serviceExport],
  deletion: { erasedOfTherapist: 'services' },
})
