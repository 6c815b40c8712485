/** The public module of the note feature: notes, objectives and next steps. */
export { LazyClientNotes } from './client-note/LazyClientNotes.tsx'
export { LazyStoredNote } from './LazyStoredNote.tsx'
export { LazySessionTexts } from './session-note/LazySessionTexts.tsx'
export { SharedSessionTexts } from './session-note/SharedSessionTexts.tsx'
export { openPrintDialog } from './print/print-session.ts'
export { AutosaveStatus } from './AutosaveStatus.tsx'
export { LazyAddWhereabouts } from './whereabouts/LazyAddWhereabouts.tsx'
