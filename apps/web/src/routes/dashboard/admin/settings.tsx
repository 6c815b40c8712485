import { createFileRoute } from '@tanstack/react-router'
import { AdminSettings } from '../../../features/administration/AdminSettings.tsx'

export const Route = createFileRoute('/dashboard/admin/settings')({ component: AdminSettings })
