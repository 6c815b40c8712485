import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import { deleteExpiredTrash } from './journal.trash.ts'

export const journalCleanups: readonly Cleanup[] = [({ db, clock }) => deleteExpiredTrash(db, clock.now())]
