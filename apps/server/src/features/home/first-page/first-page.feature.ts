import { defineFeature } from '../../../platform/feature.ts'
import { firstPageHandlers } from './first-page.handlers.ts'
import { firstPagePolicy } from './first-page.policy.ts'

export const firstPageFeature = defineFeature({
  handlers: firstPageHandlers,
  policy: firstPagePolicy,
})
