import { defineFeature } from '../../../platform/feature.ts'
import { noteSettingExport, noteTemplateExport } from './exported/exported.ts'
import { noteHandlers } from './note.handlers.ts'
import { notePolicy } from './note.policy.ts'

export const noteFeature = defineFeature({
  handlers: noteHandlers,
  policy: notePolicy,
  exports: [noteSettingExport, noteTemplateExport],
  deletion: {
    erasedOfTherapist: 'templates',
    kept: {
      'app.client_note': 'notes',
      'app.session_note': 'notes',
      'app.session_note_addendum': 'notes',
      'app.session_note_version': 'notes',
      'app.session_text': 'notes',
      'app.session_text_share': 'notes',
    },
  },
})
