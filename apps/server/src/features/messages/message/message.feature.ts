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
  deletion: {
    kept: {
      'app.conversation': 'conversations',
      'app.conversation_arrival': 'conversations',
      'app.conversation_read': 'conversations',
      'app.message': 'conversations',
      'app.message_file': 'conversations',
    },
  },
})
