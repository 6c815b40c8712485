import type { AccountId, FileId } from '@attune/contract/common/ids'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { checkFile } from './check/check.ts'
import { runFileCleanup } from './file.cleanup.ts'

type FileQueues = { 'file-check': { fileId: FileId; accountId: AccountId } }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends FileQueues {}
}

export const fileJobs: JobHandlers<keyof FileQueues> = {
  'file-check': { pollSeconds: 1, workers: 5, adds: {}, run: checkFile },
}

export const fileCleanups: readonly Cleanup[] = [runFileCleanup]
