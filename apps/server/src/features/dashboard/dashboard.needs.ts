import type { Need } from '@attune/contract/features/dashboard'
import { needKinds, needLimits, type NeedKind } from '@attune/contract/features/dashboard.rules'
import type { Tx } from '../../platform/database/actor.ts'
import {
  alertNeeds,
  declinedNeeds,
  entryNeeds,
  invoiceNeeds,
  messageNeeds,
  noteNeeds,
  overdueNeeds,
  requestNeeds,
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
}

/**
 * Returns what needs the acting therapist, the most urgent first, with the number of all items of each kind. With `only`,
 * the items are of this kind.
 */
export async function needsOf(tx: Tx, only: NeedKind | undefined, now: Date) {
  const found = await Promise.all(
    needKinds.map(async (kind) => {
      const limit = only === undefined ? needLimits.all : kind === only ? needLimits.kind : 1
      return { kind, ...(await sources[kind](tx, { limit, now })) }
    }),
  )
  const shown = found.filter(({ kind }) => only === undefined || kind === only)
  return {
    items: shown
      .flatMap(({ kind, items }) => items.map((item) => ({ kind, ...item })))
      .slice(0, only === undefined ? needLimits.all : needLimits.kind),
    counts: found.filter(({ count }) => count > 0).map(({ kind, count }) => ({ kind, count })),
  }
}
