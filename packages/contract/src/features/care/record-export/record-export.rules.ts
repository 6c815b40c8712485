/** The parts of a client's record that can be exported, in the order of the document. */
export const recordParts = [
  'record',
  'plan',
  'sessions',
  'notes',
  'forms',
  'tasks',
  'journal',
  'messages',
  'documents',
  'invoices',
] as const
export type RecordPart = (typeof recordParts)[number]

/** `pdf`: one document. `zip`: the document, the attached files and an index. */
export const recordExportFormats = ['pdf', 'zip'] as const
export type RecordExportFormat = (typeof recordExportFormats)[number]
