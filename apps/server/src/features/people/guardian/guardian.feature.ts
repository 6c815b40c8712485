import { defineFeature } from '../../../platform/feature.ts'
import { guardianEmails } from './guardian.emails.ts'
import { guardianHandlers } from './guardian.handlers.ts'
import { guardianPolicy } from './guardian.policy.ts'

export const guardianFeature = defineFeature({
  handlers: guardianHandlers,
  policy: guardianPolicy,
  emails: guardianEmails,
})
