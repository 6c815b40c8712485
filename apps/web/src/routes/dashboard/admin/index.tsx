import { createFileRoute } from '@tanstack/react-router'
import { AdminDashboard } from '../../../features/administration/AdminDashboard.tsx'

export const Route = createFileRoute('/dashboard/admin/')({ component: AdminDashboard })
