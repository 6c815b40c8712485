/** The public module of the terms feature: what other features may import. */
export { TermsSettings } from './TermsSettings.tsx'
