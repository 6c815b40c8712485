/** The public module of the terms feature. */
export { TermsSettings } from './TermsSettings.tsx'
