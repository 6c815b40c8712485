import { defineFeature } from '../../../platform/feature.ts'
import { businessExport } from './business.exported.ts'
import { businessHandlers } from './business.handlers.ts'
import { mountBusinessLogo } from './business.logo.mount.ts'
import { businessPolicy } from './business.policy.ts'

export const businessFeature = defineFeature({
  handlers: businessHandlers,
  policy: businessPolicy,
  mounts: [mountBusinessLogo],
  exports: [businessExport],
  deletion: {
    erasedOfTherapist: 'services',
    kept: {
      'app.business_logo': 'billing',
    },
  },
})
