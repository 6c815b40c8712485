import { defineFeature } from '../../../platform/feature.ts'
import { productEmails } from './product.emails.ts'
import { productHandlers } from './product.handlers.ts'
import { productPolicy } from './product.policy.ts'
import { mountPractice } from './product.practice.mount.ts'

export const productFeature = defineFeature({
  handlers: productHandlers,
  policy: productPolicy,
  emails: productEmails,
  mounts: [mountPractice],
})
