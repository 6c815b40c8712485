/** The door of this room. */
export { Bell } from './Bell.tsx'
