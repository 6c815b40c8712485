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
})
