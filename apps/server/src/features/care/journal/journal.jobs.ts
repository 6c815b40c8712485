import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import { deleteOldRows } from '../../../platform/jobs/old-rows.ts'
import { deleteExpiredTrash } from './journal.trash.ts'

export const journalCleanups: readonly Cleanup[] = [
  ({ db, clock }) => deleteExpiredTrash(db, clock.now()),
  deleteOldRows((tx, limits) => tx.run('select def.delete_old_journal_acts($1, $2) as count', limits)),
]
