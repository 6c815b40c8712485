import { createFileRoute } from '@tanstack/react-router'
import { AdminSettings } from '../../../features/practice/administration/settings/AdminSettings.tsx'

export const Route = createFileRoute('/dashboard/admin/settings')({ component: AdminSettings })
