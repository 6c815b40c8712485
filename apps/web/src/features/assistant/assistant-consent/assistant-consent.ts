export { AssistantConsentPanel } from './AssistantConsentPanel.tsx'
export { AssistantConsentSettings } from './AssistantConsentSettings.tsx'
