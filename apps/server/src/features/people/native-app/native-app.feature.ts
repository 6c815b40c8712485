import { defineFeature } from '../../../platform/feature.ts'
import { nativeAppHandlers } from './native-app.handlers.ts'
import { nativeAppPolicy } from './native-app.policy.ts'

export const nativeAppFeature = defineFeature({
  handlers: nativeAppHandlers,
  policy: nativeAppPolicy,
})
