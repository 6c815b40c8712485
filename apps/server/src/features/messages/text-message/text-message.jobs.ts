import { noticeJobs } from '../../../platform/jobs/added-jobs.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import type { JobHandlers } from '../../../platform/jobs/job-worker.ts'
import { deleteOldRows } from '../../../platform/jobs/old-rows.ts'
import { fetchOverdueMedia, fetchTextMedia, type TextMediaJob } from './text-message.media.ts'

type TextMessageQueues = { 'text-media': TextMediaJob }
declare module '../../../platform/jobs/enqueue.ts' {
  interface JobQueues extends TextMessageQueues {}
}

export const textMessageJobs: JobHandlers<keyof TextMessageQueues> = {
  'text-media': { pollSeconds: 1, workers: 5, adds: { ...noticeJobs, 'file-check': 'each' }, run: fetchTextMedia },
}

export const textMessageCleanups: readonly Cleanup[] = [
  fetchOverdueMedia,
  deleteOldRows((tx, limits) => tx.run('select def.delete_old_incoming_texts($1, $2) as count', limits)),
]
