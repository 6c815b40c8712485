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
  'private-notes',
] as const
export type RecordPart = (typeof recordParts)[number]

/** The parts that an export has only if they are chosen, because they are for the therapist alone. */
const partsForTherapist: readonly RecordPart[] = ['custody', 'private-notes']

/** The parts that an export has unless others are chosen. */
export const usualRecordParts = recordParts.filter((part) => !partsForTherapist.includes(part))

/** The parts that a FHIR bundle can have. Private notes, the psychotherapy notes of 45 CFR 164.501, are never handed over to another program. */
export const bundledRecordParts = recordParts.filter((part) => part !== 'private-notes')

/**
 * `pdf`: one document. `zip`: the document, the attached files and an index. `fhir`: a FHIR R4 bundle and the attached files, for another program; it
 * contains no data about the other clients of a session, even if the order includes shared parts and names.
 */
export const recordExportFormats = ['pdf', 'zip', 'fhir'] as const
export type RecordExportFormat = (typeof recordExportFormats)[number]

/** The parts that can contain names of the other clients of a session. */
export const partsWithNames = ['sessions', 'notes'] as const satisfies readonly RecordPart[]

/** The highest number of names that `recordExport.names` lists, and of texts that it reads in one call. */
export const namesInRecordLimits = { places: 200, texts: 5_000 } as const
