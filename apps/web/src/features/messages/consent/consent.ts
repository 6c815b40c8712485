export { TextConsentCard } from './TextConsentCard.tsx'
