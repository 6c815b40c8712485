import { createFileRoute } from '@tanstack/react-router'
import { GuardedSessionsPage } from '../../../../features/people/guardian/sessions/GuardedSessionsPage.tsx'

export const Route = createFileRoute('/for/$clientId/sessions/')({ component: GuardedSessionsPage })
