import { defineFeature } from '../../../platform/feature.ts'
import { notificationHandlers } from './notification.handlers.ts'
import { notificationPolicy } from './notification.policy.ts'

export const notificationFeature = defineFeature({
  handlers: notificationHandlers,
  policy: notificationPolicy,
})
