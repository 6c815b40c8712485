import { createFileRoute } from '@tanstack/react-router'
import { AuditLogPage } from '../../../features/practice/administration/audit-log/AuditLogPage.tsx'

export const Route = createFileRoute('/dashboard/admin/audit-log')({ component: AuditLogPage })
