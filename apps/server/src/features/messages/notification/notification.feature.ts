import { defineFeature } from '../../../platform/feature.ts'
import { deleteOldRows } from '../../../platform/jobs/old-rows.ts'
import { notificationExport, notificationSettingsExport } from './exported/exported.ts'
import { notificationHandlers } from './notification.handlers.ts'
import { notificationPolicy } from './notification.policy.ts'

export const notificationFeature = defineFeature({
  handlers: notificationHandlers,
  policy: notificationPolicy,
  cleanups: [deleteOldRows((tx, limits) => tx.run('select def.delete_old_notifications($1, $2) as count', limits))],
  exports: [notificationSettingsExport, notificationExport],
  deletion: { erasedOfClient: 'notifications', erasedOfTherapist: 'notifications' },
})
