import { createFileRoute } from '@tanstack/react-router'
import { StopReset } from '../features/login/mailbox-pages.tsx'

export const Route = createFileRoute('/stop-factor-reset')({ component: StopReset })
