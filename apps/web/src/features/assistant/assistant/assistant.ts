/** The public module of the assistant: its settings, and the places where a therapist asks it. */
export { OwnAssistantSettings } from './OwnAssistantSettings.tsx'
export { ClientAssistantCard } from './ClientAssistantCard.tsx'
export { NoteAssistant } from './NoteAssistant.tsx'
export { TextAssistantButton } from './TextAssistantButton.tsx'
