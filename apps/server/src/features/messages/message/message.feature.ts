import { defineFeature } from '../../../platform/feature.ts'
import { messageEmails } from './message.emails.ts'
import { messageExport } from './message.exported.ts'
import { messageHandlers } from './message.handlers.ts'
import { messagePolicy } from './message.policy.ts'

export const messageFeature = defineFeature({
  handlers: messageHandlers,
  policy: messagePolicy,
  emails: messageEmails,
  exports: [messageExport],
})
