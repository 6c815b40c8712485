import { createFileRoute } from '@tanstack/react-router'
import { StopFactorResetPage } from '../features/people/login/email-link/pages.tsx'

export const Route = createFileRoute('/stop-factor-reset')({ component: StopFactorResetPage })
