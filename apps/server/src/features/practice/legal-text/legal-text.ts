export { agreeOnJoining, mustAgree } from './legal-text.agree.ts'
export { readLegalPage, unseenPrivacyChange } from './legal-text.read.ts'
