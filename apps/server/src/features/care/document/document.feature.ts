import { defineFeature } from '../../../platform/feature.ts'
import { documentEmails } from './document.emails.ts'
import { documentExport } from './document.exported.ts'
import { documentHandlers } from './document.handlers.ts'
import { documentCleanups } from './document.jobs.ts'
import { documentPolicy } from './document.policy.ts'

export const documentFeature = defineFeature({
  handlers: documentHandlers,
  policy: documentPolicy,
  cleanups: documentCleanups,
  emails: documentEmails,
  exports: [documentExport],
  deletion: {
    erasedOfClient: 'uploads',
    keptOfTherapist: 'documents',
    kept: {
      'app.document_request': 'documents',
    },
  },
})
