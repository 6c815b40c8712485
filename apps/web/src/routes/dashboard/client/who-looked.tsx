import { createFileRoute } from '@tanstack/react-router'
import { AccessLogPage } from '../../../features/people/access/AccessLogPage.tsx'

export const Route = createFileRoute('/dashboard/client/who-looked')({ component: AccessLogPage })
