import { defineFeature } from '../../../platform/feature.ts'
import { connectionEmails } from './connection.emails.ts'
import { connectionHandlers } from './connection.handlers.ts'
import { connectionPolicy } from './connection.policy.ts'

export const connectionFeature = defineFeature({
  handlers: connectionHandlers,
  policy: connectionPolicy,
  emails: connectionEmails,
  deletion: {
    kept: {
      'app.invitation': 'contact-details',
    },
  },
})
