import classes from './NotificationBell.module.css'
import { useUnread } from './use-unread.ts'

/** Shows the number of unread notifications. Renders nothing if all are read. */
export function UnreadCount() {
  const unread = useUnread().data?.unread ?? 0
  return unread > 0 && <span className={classes.quietCount}>{unread > 99 ? '99+' : unread}</span>
}
