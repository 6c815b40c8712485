import { createFileRoute } from '@tanstack/react-router'
import { ConfirmNewEmailPage } from '../../features/people/login/email-link/pages.tsx'

export const Route = createFileRoute('/change-email/new')({ component: ConfirmNewEmailPage })
