import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '../features/login/ResetPasswordPage.tsx'

export const Route = createFileRoute('/reset-password')({ component: ResetPasswordPage })
