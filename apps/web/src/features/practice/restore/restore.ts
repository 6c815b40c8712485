/** The public module of the restore feature: what is held after a restore. */
export { HeldItems } from './HeldItems.tsx'
export { HeldOfPractice } from './HeldOfPractice.tsx'
