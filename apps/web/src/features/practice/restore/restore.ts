/** The public module of the restore feature: the items that are held after a restore. */
export { HeldItems } from './HeldItems.tsx'
export { HeldOfPractice } from './HeldOfPractice.tsx'
