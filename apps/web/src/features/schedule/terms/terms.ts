export { TermsSettings } from './TermsSettings.tsx'
