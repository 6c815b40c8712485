import { createFileRoute } from '@tanstack/react-router'
import { AssistantPage } from '../../../features/assistant/assistant/chat/AssistantPage.tsx'
import { parseChatSearch } from '../../../features/assistant/assistant/chat/chat-search.ts'
import { LazyClientSelect } from '../../../features/schedule/session/session.ts'

export const Route = createFileRoute('/dashboard/therapist/assistant')({
  validateSearch: parseChatSearch,
  component: () => <AssistantPage ClientSelect={LazyClientSelect} />,
})
