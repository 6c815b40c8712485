/** Public module of the feature `form`: the tab of a client's profile with the forms sent to the client, and the dialog that sends one. */
export { DocumentsTab } from './sent/DocumentsTab.tsx'
export { SendFormDialog } from './sent/SendFormDialog.tsx'
