import { createFileRoute } from '@tanstack/react-router'
import { ApiSettings } from '../../../features/messages/channel-setup/ApiSettings.tsx'

export const Route = createFileRoute('/dashboard/admin/api-settings')({ component: ApiSettings })
