import { createFileRoute } from '@tanstack/react-router'
import { GuardianMessagesPage } from '../../../features/people/guardian/messages/GuardianMessagesPage.tsx'

export const Route = createFileRoute('/for/$clientId/messages')({ component: GuardianMessagesPage })
