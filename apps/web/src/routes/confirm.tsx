import { createFileRoute } from '@tanstack/react-router'
import { ConfirmEmailPage } from '../features/login/ConfirmEmailPage.tsx'

export const Route = createFileRoute('/confirm')({ component: ConfirmEmailPage })
