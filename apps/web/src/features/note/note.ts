/** The public module: what other features show of notes, objectives and next steps. */
export { NoteMark } from './NoteMark.tsx'
export { NotesToWrite } from './NotesToWrite.tsx'
export { SessionWriting } from './SessionWriting.tsx'
export { SharedTexts } from './SharedTexts.tsx'
export { printSession } from './print.ts'
/** Autosave, for other features with long texts. */
export { SaveState } from './SaveState.tsx'
export { Elsewhere } from './shapes.ts'
export { useWriting } from './use-writing.ts'
export type { Writing } from './writing.ts'
