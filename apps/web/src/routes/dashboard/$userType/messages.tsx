import { createFileRoute } from '@tanstack/react-router'
import { MessagesPage } from '../../../features/messages/message/MessagesPage.tsx'
import { parseMessageSearch } from '../../../features/messages/message/message-search.ts'

export const Route = createFileRoute('/dashboard/$userType/messages')({
  validateSearch: parseMessageSearch,
  component: MessagesPage,
})
