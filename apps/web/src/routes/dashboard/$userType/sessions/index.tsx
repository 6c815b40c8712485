import { createFileRoute } from '@tanstack/react-router'
import { SessionsPage } from '../../../../features/session/SessionsPage.tsx'

export const Route = createFileRoute('/dashboard/$userType/sessions/')({ component: SessionsPage })
