/** The public module: what other features show of notes, objectives and next steps. */
export { NoteStatusBadge } from './NoteStatusBadge.tsx'
export { NotesToWrite } from './NotesToWrite.tsx'
export { LazySessionTexts } from './LazySessionTexts.tsx'
export { SharedSessionTexts } from './SharedSessionTexts.tsx'
export { printSession } from './print-session.ts'
/** Autosave, for other features with long texts. */
export { AutosaveStatus } from './AutosaveStatus.tsx'
export { ChangedElsewhereError } from './autosave-types.ts'
export { useAutosave } from './use-autosave.ts'
export type { AutosavedText } from './autosaved-text.ts'
