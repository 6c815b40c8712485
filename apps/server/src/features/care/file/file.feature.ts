import { defineFeature } from '../../../platform/feature.ts'
import { mountDownloads } from './download/download.mount.ts'
import { fileEmails } from './file.emails.ts'
import { fileHandlers } from './file.handlers.ts'
import { fileCleanups, fileJobs } from './file.jobs.ts'
import { filePolicy } from './file.policy.ts'
import { mountUploads } from './upload/upload.mount.ts'

export const fileFeature = defineFeature({
  handlers: fileHandlers,
  policy: filePolicy,
  jobs: fileJobs,
  cleanups: fileCleanups,
  // The cleanups of other features, for example of journal entries and documents, detach files. This cleanup can then delete these files.
  cleansUpLast: true,
  emails: fileEmails,
  mounts: [mountUploads, mountDownloads],
  deletion: {
    erasedOfClient: 'uploads',
    keptOfTherapist: 'uploads',
    kept: {
      'app.file_gone': 'expiring-codes',
    },
  },
})
