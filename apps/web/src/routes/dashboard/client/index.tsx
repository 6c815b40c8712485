import { createFileRoute } from '@tanstack/react-router'
import { ClientDashboard } from '../../../features/home/dashboard/ClientDashboard.tsx'

export const Route = createFileRoute('/dashboard/client/')({ component: ClientDashboard })
