/** Public module of the feature `form`: what is sent to a client, shown on the client's profile. */
export { DocumentsTab } from './sent/DocumentsTab.tsx'
