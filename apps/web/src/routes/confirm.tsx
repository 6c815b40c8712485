import { createFileRoute } from '@tanstack/react-router'
import { ConfirmPage } from '../features/login/ConfirmPage.tsx'

export const Route = createFileRoute('/confirm')({ component: ConfirmPage })
