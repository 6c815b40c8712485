import type { AttentionItem } from '@attune/contract/features/home/dashboard/dashboard.attention'
import { type AttentionKind, attentionLimits } from '@attune/contract/features/home/dashboard/dashboard.rules'
import type { Tx } from '../../../platform/database/actor.ts'
import {
  alertItems,
  calendarItems,
  declinedItems,
  entryItems,
  formItems,
  invitationItems,
  invoiceItems,
  messageItems,
  noteItems,
  overdueItems,
  requestItems,
  unansweredItems,
} from './dashboard.sources.ts'

/** The first items of a kind, the most urgent first, and the number of all items of the kind. */
export type FoundItems = { items: AttentionItem[]; count: number }
export type ItemPage = { limit: number; now: Date }
type AttentionSource = (tx: Tx, page: ItemPage) => Promise<FoundItems>

/** The source of each kind. The order of `attentionKinds` is the order of urgency. */
export const attentionSources: Record<AttentionKind, AttentionSource> = {
  alert: alertItems,
  request: requestItems,
  calendar: calendarItems,
  message: messageItems,
  note: noteItems,
  entry: entryItems,
  declined: declinedItems,
  overdue: overdueItems,
  form: formItems,
  invoice: invoiceItems,
  unanswered: unansweredItems,
  invitation: invitationItems,
}

/** Reads what needs the acting therapist of one kind, the most urgent first. */
export async function readAttention(tx: Tx, kind: AttentionKind, now: Date): Promise<AttentionItem[]> {
  const { items } = await attentionSources[kind](tx, { limit: attentionLimits.kind, now })
  return items
}
