import { defineFeature } from '../../../platform/feature.ts'
import { noteSettingExport, noteTemplateExport } from './exported/exported.ts'
import { noteHandlers } from './note.handlers.ts'
import { notePolicy } from './note.policy.ts'

export const noteFeature = defineFeature({
  handlers: noteHandlers,
  policy: notePolicy,
  exports: [noteSettingExport, noteTemplateExport],
})
