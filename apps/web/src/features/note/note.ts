/** The public module of the note feature: notes, objectives and next steps. */
export { LazyClientNotes } from './LazyClientNotes.tsx'
export { LazyStoredNote } from './LazyStoredNote.tsx'
export { LazySessionTexts } from './LazySessionTexts.tsx'
export { SharedSessionTexts } from './SharedSessionTexts.tsx'
export { openPrintDialog } from './print-session.ts'
export { AutosaveStatus } from './AutosaveStatus.tsx'
