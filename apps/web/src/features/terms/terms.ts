/** The door of this room: a therapist's terms for sessions, among the settings. */
export { TermsSettings } from './TermsSettings.tsx'
