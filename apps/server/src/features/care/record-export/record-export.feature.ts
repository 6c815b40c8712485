import { defineFeature } from '../../../platform/feature.ts'
import { recordExportHandlers } from './record-export.handlers.ts'
import { mountRecordExport } from './record-export.mount.ts'
import { recordExportPolicy } from './record-export.policy.ts'

export const recordExportFeature = defineFeature({
  handlers: recordExportHandlers,
  policy: recordExportPolicy,
  mounts: [mountRecordExport],
})
