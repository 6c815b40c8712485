import classes from './Bell.module.css'
import { useUnread } from './unread.ts'

/** How many notifications are unread, for beside a name; nothing where there are none. */
export function UnreadCount() {
  const unread = useUnread().data?.unread ?? 0
  return unread > 0 && <span className={classes.quietCount}>{unread > 99 ? '99+' : unread}</span>
}
