import { createFileRoute } from '@tanstack/react-router'
import { RoleRequestsPage } from '../../../features/administration/RoleRequestsPage.tsx'

export const Route = createFileRoute('/dashboard/admin/role-requests')({ component: RoleRequestsPage })
