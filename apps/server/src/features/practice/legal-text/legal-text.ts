export { agreeOnJoining, hasToAgree } from './legal-text.agree.ts'
export { readLegalPage, findUnseenPrivacyChange } from './legal-text.read.ts'
