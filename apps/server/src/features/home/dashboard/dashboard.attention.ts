import type { AttentionItem } from '@attune/contract/features/home/dashboard/dashboard.attention'
import { type AttentionKind, attentionLimits } from '@attune/contract/features/home/dashboard/dashboard.rules'
import type { Tx } from '../../../platform/database/actor.ts'
import {
  readAlertItems,
  readFormAlertItems,
  readCalendarItems,
  readDeclinedItems,
  readEntryItems,
  readFormItems,
  readHeldItems,
  readInvitationItems,
  readInvoiceItems,
  readMessageItems,
  readNoteItems,
  readOverdueItems,
  readRecordRequestItems,
  readRequestItems,
  readUnansweredItems,
} from './dashboard.sources.ts'

/** The first items of a kind, most urgent first, and the number of all items of the kind. */
export type FoundItems = { items: AttentionItem[]; count: number }
export type ItemPage = { limit: number; now: Date }
type AttentionSource = (tx: Tx, page: ItemPage) => Promise<FoundItems>

/** The function that reads the items of each kind. `attentionKinds` defines the order of urgency. */
export const attentionSources: Record<AttentionKind, AttentionSource> = {
  alert: readAlertItems,
  'form-alert': readFormAlertItems,
  held: readHeldItems,
  request: readRequestItems,
  calendar: readCalendarItems,
  'record-request': readRecordRequestItems,
  message: readMessageItems,
  note: readNoteItems,
  entry: readEntryItems,
  declined: readDeclinedItems,
  overdue: readOverdueItems,
  form: readFormItems,
  invoice: readInvoiceItems,
  unanswered: readUnansweredItems,
  invitation: readInvitationItems,
}

/** Reads the items of one kind that concern the acting therapist, most urgent first and at most `attentionLimits.kind`. */
export async function readAttention(tx: Tx, kind: AttentionKind, now: Date): Promise<AttentionItem[]> {
  const { items } = await attentionSources[kind](tx, { limit: attentionLimits.kind, now })
  return items
}
