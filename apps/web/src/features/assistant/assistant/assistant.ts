/** The public module of the assistant: the places where a therapist asks it. */
export { ClientAssistantCard } from './ClientAssistantCard.tsx'
export { NoteAssistant } from './NoteAssistant.tsx'
export { TextAssistantButton } from './TextAssistantButton.tsx'
