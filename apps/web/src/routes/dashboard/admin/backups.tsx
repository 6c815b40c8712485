import { createFileRoute } from '@tanstack/react-router'
import { BackupsPage } from '../../../features/practice/administration/backups/BackupsPage.tsx'

export const Route = createFileRoute('/dashboard/admin/backups')({ component: BackupsPage })
