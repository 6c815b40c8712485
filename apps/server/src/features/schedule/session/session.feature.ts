import { defineFeature } from '../../../platform/feature.ts'
import { sessionEmails } from './session.emails.ts'
import { sessionExport } from './session.exported.ts'
import { sessionHandlers } from './session.handlers.ts'
import { sessionJobs } from './session.jobs.ts'
import { sessionPolicy } from './session.policy.ts'

export const sessionFeature = defineFeature({
  handlers: sessionHandlers,
  policy: sessionPolicy,
  jobs: sessionJobs,
  emails: sessionEmails,
  exports: [sessionExport],
  deletion: {
    kept: {
      'app.change_request': 'sessions',
      'app.session': 'sessions',
      'app.session_client': 'sessions',
      'app.session_history': 'sessions',
      'app.session_reminder': 'sessions',
    },
  },
})
