import { defineFeature } from '../../../platform/feature.ts'
import { messageSettingsExport } from './message-settings.exported.ts'
import { messageSettingsHandlers } from './message-settings.handlers.ts'
import { messageSettingsPolicy } from './message-settings.policy.ts'

export const messageSettingsFeature = defineFeature({
  handlers: messageSettingsHandlers,
  policy: messageSettingsPolicy,
  exports: [messageSettingsExport],
  deletion: { erasedOfTherapist: 'settings' },
})
