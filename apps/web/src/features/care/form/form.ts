/** Public module of the feature `form`: the tab of a client's profile with the forms sent to the client. */
export { DocumentsTab } from './sent/DocumentsTab.tsx'
