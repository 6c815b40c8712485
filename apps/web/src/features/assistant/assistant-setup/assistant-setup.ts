export { AssistantSetupSection } from './AssistantSetupSection.tsx'
