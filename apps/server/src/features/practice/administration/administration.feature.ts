import { defineFeature } from '../../../platform/feature.ts'
import { administrationEmails } from './administration.emails.ts'
import { administrationHandlers } from './administration.handlers.ts'
import { administrationPolicy } from './administration.policy.ts'

export const administrationFeature = defineFeature({
  handlers: administrationHandlers,
  policy: administrationPolicy,
  emails: administrationEmails,
})
