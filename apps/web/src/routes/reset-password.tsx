import { createFileRoute } from '@tanstack/react-router'
import { ResetPage } from '../features/login/ResetPage.tsx'

export const Route = createFileRoute('/reset-password')({ component: ResetPage })
