import { createFileRoute } from '@tanstack/react-router'
import { ConfirmEmailPage } from '../features/people/login/email-link/ConfirmEmailPage.tsx'

export const Route = createFileRoute('/confirm')({ component: ConfirmEmailPage })
