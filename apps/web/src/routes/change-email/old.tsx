import { createFileRoute } from '@tanstack/react-router'
import { ConfirmOldEmailPage } from '../../features/people/login/email-link/pages.tsx'

export const Route = createFileRoute('/change-email/old')({ component: ConfirmOldEmailPage })
