export { agreeOnJoining, hasToAgree } from './legal-text.agree.ts'
export { legalConsentExport } from './legal-text.exported.ts'
export { readLegalPage, findUnseenPrivacyChange } from './legal-text.read.ts'
