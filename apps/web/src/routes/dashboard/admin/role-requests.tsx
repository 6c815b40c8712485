import { createFileRoute } from '@tanstack/react-router'
import { RoleRequestsPage } from '../../../features/practice/administration/role-requests/RoleRequestsPage.tsx'

export const Route = createFileRoute('/dashboard/admin/role-requests')({ component: RoleRequestsPage })
