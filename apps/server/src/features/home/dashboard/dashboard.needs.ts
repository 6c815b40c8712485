import type { Need } from '@attune/contract/features/home/dashboard/dashboard'
import { needLimits, type NeedKind } from '@attune/contract/features/home/dashboard/dashboard.rules'
import type { Tx } from '../../../platform/database/actor.ts'
import {
  alertNeeds,
  calendarNeeds,
  declinedNeeds,
  entryNeeds,
  formNeeds,
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
export const needSources: Record<NeedKind, NeedSource> = {
  alert: alertNeeds,
  request: requestNeeds,
  calendar: calendarNeeds,
  message: messageNeeds,
  note: noteNeeds,
  entry: entryNeeds,
  declined: declinedNeeds,
  overdue: overdueNeeds,
  form: formNeeds,
  invoice: invoiceNeeds,
  unanswered: unansweredNeeds,
  invitation: invitationNeeds,
}

/** Returns what needs the acting therapist of one kind, the most urgent first. */
export async function needsOfKind(tx: Tx, kind: NeedKind, now: Date): Promise<Need[]> {
  const { items } = await needSources[kind](tx, { limit: needLimits.kind, now })
  return items.map((item) => ({ kind, ...item }))
}
