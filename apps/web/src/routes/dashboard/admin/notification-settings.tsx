import { createFileRoute } from '@tanstack/react-router'
import { NotificationSettingsPage } from '../../../features/messages/notification-address/NotificationSettingsPage.tsx'

export const Route = createFileRoute('/dashboard/admin/notification-settings')({ component: NotificationSettingsPage })
