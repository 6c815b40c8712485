import { createFileRoute } from '@tanstack/react-router'
import { GuardedSessionPage } from '../../../../features/people/guardian/sessions/GuardedSessionPage.tsx'

export const Route = createFileRoute('/for/$clientId/sessions/$sessionId')({ component: GuardedSessionPage })
