/**
 * The kinds of items that are held after a restore: emails, texts, push notifications, the offers of a waiting list, and the writes to an external
 * calendar.
 */
export const heldKinds = ['mail', 'text', 'push', 'waiting-list', 'calendar'] as const
export type HeldKind = (typeof heldKinds)[number]

/** The maximum number of held items that one answer contains or one call decides about. */
export const heldPageSize = 100
