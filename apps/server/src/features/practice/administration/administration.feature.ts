import { leftOut } from '@attune/contract/common/fields'
import { defineFeature } from '../../../platform/feature.ts'
import { deleteOldRows } from '../../../platform/jobs/old-rows.ts'
import { administrationEmails } from './administration.emails.ts'
import { administrationHandlers } from './administration.handlers.ts'
import { administrationPolicy } from './administration.policy.ts'
import { feedbackExport } from './health/feedback.exported.ts'

export const administrationFeature = defineFeature({
  handlers: administrationHandlers,
  policy: administrationPolicy,
  emails: administrationEmails,
  cleanups: [deleteOldRows((tx, limits) => tx.run('select def.delete_old_feedback($1, $2) as count', limits))],
  exports: [feedbackExport],
  deletion: {
    erasedOfClient: 'feedback',
    keptOfTherapist: 'feedback',
    keptOfProduct: {
      'app.health': leftOut('about the practice or the server, not about a person'),
      'app.product_setting': leftOut('about the practice or the server, not about a person'),
    },
  },
})
