import { createFileRoute } from '@tanstack/react-router'
import { NotificationsPage } from '../../../features/notification/NotificationsPage.tsx'

export const Route = createFileRoute('/dashboard/$userType/notifications')({ component: NotificationsPage })
