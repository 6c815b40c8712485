/** The maximum number of browsers in which an account receives push notifications. A new browser replaces the least recently used one. */
export const pushSubscriptionLimit = 20

/** The interval at which a page reports that it shows a conversation, and the time for which a report is valid, in seconds. */
export const subjectViewTimes = { renewSeconds: 20, validSeconds: 45 } as const
