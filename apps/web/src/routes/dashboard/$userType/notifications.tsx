import { createFileRoute } from '@tanstack/react-router'
import { parseNotificationsSearch } from '../../../features/messages/notification/notifications-search.ts'
import { NotificationsPage } from '../../../features/messages/notification/NotificationsPage.tsx'

export const Route = createFileRoute('/dashboard/$userType/notifications')({
  validateSearch: parseNotificationsSearch,
  component: NotificationsPage,
})
