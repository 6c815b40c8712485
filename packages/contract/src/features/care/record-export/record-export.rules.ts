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
  'guardian-messages',
  'documents',
  'invoices',
  'custody',
] as const
export type RecordPart = (typeof recordParts)[number]

/** The parts that an export has unless others are chosen. Custody notes are for the therapist alone. */
export const usualRecordParts = recordParts.filter((part) => part !== 'custody')

/**
 * `pdf`: one document. `zip`: the document, the attached files and an index. `fhir`: a FHIR R4 bundle and the attached files, for another program; it
 * contains nothing of the other clients of a session, whatever the order says about shared parts and names.
 */
export const recordExportFormats = ['pdf', 'zip', 'fhir'] as const
export type RecordExportFormat = (typeof recordExportFormats)[number]

/** The parts that can contain names of the other clients of a session. */
export const partsWithNames = ['sessions', 'notes'] as const satisfies readonly RecordPart[]

/** The highest number of names that `recordExport.names` lists, and of texts that it reads in one call. */
export const namesInRecordLimits = { places: 200, texts: 5_000 } as const
