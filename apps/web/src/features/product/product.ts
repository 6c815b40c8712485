/** The door of this room: ways to reach the people behind the product. */
export { SupportDialog } from './SupportDialog.tsx'
