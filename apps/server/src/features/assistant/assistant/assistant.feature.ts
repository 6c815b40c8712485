import { defineFeature } from '../../../platform/feature.ts'
import { deleteOldRows } from '../../../platform/jobs/old-rows.ts'
import { assistantExport, assistantSettingsExport } from './assistant.exported.ts'
import { assistantHandlers } from './assistant.handlers.ts'
import { assistantPolicy } from './assistant.policy.ts'

export const assistantFeature = defineFeature({
  handlers: assistantHandlers,
  policy: assistantPolicy,
  cleanups: [deleteOldRows((tx, limits) => tx.run('select def.delete_old_assistant_days($1, $2) as count', limits))],
  exports: [assistantSettingsExport, assistantExport],
  deletion: { erasedOfClient: 'settings', erasedOfTherapist: 'assistant-chats' },
})
