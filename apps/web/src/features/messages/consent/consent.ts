export { TextConsentCard } from './TextConsentCard.tsx'
export { TextConsentSettings } from './TextConsentSettings.tsx'
