import { createFileRoute } from '@tanstack/react-router'
import { AuditLogPage } from '../../../features/administration/AuditLogPage.tsx'

export const Route = createFileRoute('/dashboard/admin/audit-log')({ component: AuditLogPage })
