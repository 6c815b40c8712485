import { defineFeature } from '../../../platform/feature.ts'
import { deleteOldRows } from '../../../platform/jobs/old-rows.ts'
import { waitingListEmails } from './waiting-list.emails.ts'
import { waitingExport, waitingSettingsExport } from './waiting-list.exported.ts'
import { waitingListHandlers } from './waiting-list.handlers.ts'
import { waitingListCleanups, waitingListJobs } from './waiting-list.jobs.ts'
import { waitingListPolicy } from './waiting-list.policy.ts'

export const waitingListFeature = defineFeature({
  handlers: waitingListHandlers,
  policy: waitingListPolicy,
  cleanups: [
    ...waitingListCleanups,
    deleteOldRows((tx, limits) => tx.run('select def.delete_old_waiting_offers($1, $2) as count', limits)),
    deleteOldRows((tx, limits) => tx.run('select def.delete_old_freed_times($1, $2) as count', limits)),
  ],
  jobs: waitingListJobs,
  emails: waitingListEmails,
  exports: [waitingExport, waitingSettingsExport],
  deletion: {
    erasedOfTherapist: 'availability',
    kept: {
      'app.waiting_entry': 'sessions',
      'app.waiting_offer': 'sessions',
    },
  },
})
