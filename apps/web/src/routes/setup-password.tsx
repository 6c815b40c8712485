import { createFileRoute } from '@tanstack/react-router'
import { InvitationPage } from '../features/login/InvitationPage.tsx'

export const Route = createFileRoute('/setup-password')({ component: InvitationPage })
