import type { MissingField } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import type { DraftValues, UnreadableField } from './values.ts'

/** The properties of each card of the form of a draft. */
export type DraftFieldsProps = {
  invoice: InvoiceView
  content: DraftValues
  onChange: (part: Partial<DraftValues>) => void
  missing: readonly MissingField[]
  unreadable: readonly UnreadableField[]
}
