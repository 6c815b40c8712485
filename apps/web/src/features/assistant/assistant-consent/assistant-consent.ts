export { AssistantConsentPanel } from './AssistantConsentPanel.tsx'
