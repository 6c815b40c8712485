import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '../features/people/login/email-link/ResetPasswordPage.tsx'

export const Route = createFileRoute('/reset-password')({ component: ResetPasswordPage })
