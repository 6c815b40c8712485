import { createFileRoute } from '@tanstack/react-router'
import { JobsPage } from '../../../features/practice/administration/jobs/JobsPage.tsx'

export const Route = createFileRoute('/dashboard/admin/jobs')({ component: JobsPage })
