export type NotificationsSearch = { open?: string }

/** Returns the search parameters of the notifications page. `open` is the type of a notification to open. */
export const parseNotificationsSearch = (search: { open?: unknown }): NotificationsSearch =>
  typeof search.open === 'string' ? { open: search.open } : {}
