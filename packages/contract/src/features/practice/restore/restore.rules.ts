/**
 * The kinds of things that are held after a restore: emails, texts, push notifications, the offers of a waiting list, and the writes to an external
 * calendar.
 */
export const heldKinds = ['mail', 'text', 'push', 'waiting-list', 'calendar'] as const
export type HeldKind = (typeof heldKinds)[number]

/** The most held things that one answer contains, and that one call decides about. */
export const heldPageSize = 100
