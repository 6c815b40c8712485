import { defineFeature } from '../../../platform/feature.ts'
import { mountForms } from './document/document.mount.ts'
import { formEmails } from './form.emails.ts'
import { formHandlers } from './form.handlers.ts'
import { formCleanups, formJobs } from './form.jobs.ts'
import { formPolicy } from './form.policy.ts'
import { formExport, formTemplateExport } from './sent/exported.ts'
import { mountTicketForms } from './ticket/ticket.mount.ts'

export const formFeature = defineFeature({
  handlers: formHandlers,
  policy: formPolicy,
  jobs: formJobs,
  cleanups: formCleanups,
  emails: formEmails,
  mounts: [mountForms, mountTicketForms],
  exports: [formExport, formTemplateExport],
  deletion: {
    erasedOfClient: 'unsent-answers',
    erasedOfTherapist: 'templates',
    kept: {
      'app.form_document': 'signed-forms',
      'app.form_signature': 'signed-forms',
      'app.form_ticket': 'signed-forms',
      'app.paper_signature': 'signed-forms',
      'app.sent_form': 'signed-forms',
    },
  },
})
