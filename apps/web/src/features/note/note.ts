/** The public module: what other features show of notes, objectives and next steps. */
export { NoteStatusBadge } from './NoteStatusBadge.tsx'
export { NotesToWrite } from './NotesToWrite.tsx'
export { LazySessionTexts } from './LazySessionTexts.tsx'
export { SharedSessionTexts } from './SharedSessionTexts.tsx'
export { printSession } from './print-session.ts'
/** Shows the save state of a text with autosave, for use in other features. */
export { AutosaveStatus } from './AutosaveStatus.tsx'
