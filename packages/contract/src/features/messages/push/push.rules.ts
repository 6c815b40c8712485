/** An account receives push notifications in at most this many browsers. The browser last seen the longest ago makes room for a new one. */
export const pushSubscriptionLimit = 20

/** A page that shows a conversation says so at this interval, and the server believes it for `validSeconds`. */
export const subjectViewTimes = { renewSeconds: 20, validSeconds: 45 } as const
