import { createFileRoute } from '@tanstack/react-router'
import { ClientDashboard } from '../../../features/dashboard/ClientDashboard.tsx'

export const Route = createFileRoute('/dashboard/client/')({ component: ClientDashboard })
