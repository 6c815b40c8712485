import { leftOut } from '@attune/contract/common/fields'
import { defineFeature } from '../../../platform/feature.ts'
import { mountJournalExport } from './export/export.mount.ts'
import { journalExport, journalSettingsExport } from './export/exported.ts'
import { journalEmails } from './journal.emails.ts'
import { journalHandlers } from './journal.handlers.ts'
import { journalCleanups } from './journal.jobs.ts'
import { journalPolicy } from './journal.policy.ts'

export const journalFeature = defineFeature({
  handlers: journalHandlers,
  policy: journalPolicy,
  cleanups: journalCleanups,
  emails: journalEmails,
  mounts: [mountJournalExport],
  exports: [journalSettingsExport, journalExport],
  deletion: {
    erasedOfClient: 'journal',
    erasedOfTherapist: leftOut('a therapist has no rows here'),
    keptOfTherapist: leftOut('a therapist has no rows here'),
    kept: {
      'app.journal_comment': 'journal-comments',
    },
  },
})
