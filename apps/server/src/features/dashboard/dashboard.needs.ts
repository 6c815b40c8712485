import type { Need } from '@attune/contract/features/dashboard'
import { needKinds, needLimits, type NeedKind } from '@attune/contract/features/dashboard.rules'
import type { Tx } from '../../platform/database/actor.ts'
import {
  alertNeeds,
  declinedNeeds,
  entryNeeds,
  invitationNeeds,
  invoiceNeeds,
  messageNeeds,
  noteNeeds,
  overdueNeeds,
  requestNeeds,
  unansweredNeeds,
} from './dashboard.sources.ts'

/** The first items of a kind, the most urgent first, and the number of all items of the kind. */
export type FoundNeeds = { items: Omit<Need, 'kind'>[]; count: number }
export type NeedPage = { limit: number; now: Date }
type NeedSource = (tx: Tx, page: NeedPage) => Promise<FoundNeeds>

/** The source of each kind. The order of `needKinds` is the order of urgency. */
const sources: Record<NeedKind, NeedSource> = {
  alert: alertNeeds,
  request: requestNeeds,
  message: messageNeeds,
  note: noteNeeds,
  entry: entryNeeds,
  declined: declinedNeeds,
  overdue: overdueNeeds,
  invoice: invoiceNeeds,
  unanswered: unansweredNeeds,
  invitation: invitationNeeds,
}

/** Returns the most urgent of what needs the acting therapist, and the number of all items of each kind that has any. */
export async function mostUrgentNeeds(tx: Tx, now: Date) {
  const found = await Promise.all(
    needKinds.map(async (kind) => ({ kind, ...(await sources[kind](tx, { limit: needLimits.all, now })) })),
  )
  return {
    items: found.flatMap(({ kind, items }) => items.map((item) => ({ kind, ...item }))).slice(0, needLimits.all),
    counts: found.filter(({ count }) => count > 0).map(({ kind, count }) => ({ kind, count })),
  }
}

/** Returns what needs the acting therapist of one kind, the most urgent first. */
export async function needsOfKind(tx: Tx, kind: NeedKind, now: Date): Promise<Need[]> {
  const { items } = await sources[kind](tx, { limit: needLimits.kind, now })
  return items.map((item) => ({ kind, ...item }))
}
