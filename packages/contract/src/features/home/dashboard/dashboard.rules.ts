/**
 * The kinds of items that need the therapist's attention, most urgent first. To add a kind, add an entry here, a source in the server's
 * `dashboard.attention.ts`, and a row in the web app's `use-attention-row.ts`; the compiler reports what is missing.
 */
export const attentionKinds = [
  'alert',
  'form-alert',
  'held',
  'request',
  'calendar',
  'record-request',
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

/** The kinds that wait for the client. They are in a list of their own, because the therapist has nothing to do. */
export const waitingKinds: readonly AttentionKind[] = ['unanswered', 'invitation']

/** The maximum number of items in a list: `all` for a list of several kinds, `kind` for the list of a single kind. */
export const attentionLimits = { all: 8, kind: 30 } as const

/** The steps of a therapist's first week, in display order. */
export const firstWeekSteps = ['hours', 'types', 'video', 'reminders', 'client', 'feed', 'address'] as const
export type FirstWeekStep = (typeof firstWeekSteps)[number]
