import { createFileRoute } from '@tanstack/react-router'
import { parseNotificationsSearch } from '../../../features/notification/notifications-search.ts'
import { NotificationsPage } from '../../../features/notification/NotificationsPage.tsx'

export const Route = createFileRoute('/dashboard/$userType/notifications')({
  validateSearch: parseNotificationsSearch,
  component: NotificationsPage,
})
