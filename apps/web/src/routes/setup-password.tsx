import { createFileRoute } from '@tanstack/react-router'
import { InvitationPage } from '../features/people/login/email-link/InvitationPage.tsx'

export const Route = createFileRoute('/setup-password')({ component: InvitationPage })
