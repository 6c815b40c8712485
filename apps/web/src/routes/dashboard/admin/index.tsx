import { createFileRoute } from '@tanstack/react-router'
import { AdminDashboard } from '../../../features/practice/administration/dashboard/AdminDashboard.tsx'

export const Route = createFileRoute('/dashboard/admin/')({ component: AdminDashboard })
