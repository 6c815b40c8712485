/**
 * Public module of the feature `form`: the tab of a client's profile with the forms sent to the client, the dialog that sends one, and the choice of forms for a
 * new client.
 */
export { DocumentsTab } from './sent/DocumentsTab.tsx'
export { SendFormDialog } from './sent/SendFormDialog.tsx'
export { NewClientForms } from './sent/NewClientForms.tsx'
