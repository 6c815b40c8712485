/**
 * The kinds of things that need the therapist, the most urgent first. A new kind is an entry here, a source in
 * `dashboard.attention.ts` of the server, and a row in `use-attention-row.ts` of the web app; the compiler names what is missing.
 */
export const attentionKinds = [
  'alert',
  'form-alert',
  'held',
  'request',
  'calendar',
  'message',
  'note',
  'entry',
  'declined',
  'overdue',
  'form',
  'invoice',
  'unanswered',
  'invitation',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** The most items that one answer contains, of all kinds together and of one kind. */
export const attentionLimits = { all: 8, kind: 30 } as const

/** The steps of a therapist's first week, in the order in which they are shown. */
export const firstWeekSteps = ['hours', 'types', 'video', 'reminders', 'client', 'feed', 'address'] as const
export type FirstWeekStep = (typeof firstWeekSteps)[number]
