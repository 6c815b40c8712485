import type { AccountId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../platform/app-context.ts'
import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { queueAuthMail } from '../../messages/notification/notification.ts'
import { finishAccountDeletion } from './account/deletion.ts'

type LoginQueues = { farewell: { accountId: AccountId } }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends LoginQueues {}
}

export const loginJobs: JobHandlers<keyof LoginQueues> = {
  farewell: {
    pollSeconds: 5,
    workers: 2,
    adds: noticeJobs,
    run: (context, { accountId }) => finishAccountDeletion(context, accountId),
  },
}

export const loginCleanups: readonly Cleanup[] = [applyDueFactorResets]

/** Applies the resets of a second factor that are due, and emails the owners of the accounts. */
async function applyDueFactorResets({ db, auth }: Pick<AppContext, 'auth' | 'db'>): Promise<void> {
  for (const userId of await auth.factorResets.applyDue()) {
    await queueAuthMail(db, { kind: 'factor-reset-done', userId, generation: 0 })
  }
}
