import type { EstimateView, MissingEstimateField } from '@attune/contract/features/billing/estimate/estimate.schemas'
import type { EstimateValues } from './values.ts'

/** The properties of each card of the form of a draft. */
export type EstimateFieldsProps = {
  view: EstimateView
  content: EstimateValues
  onChange: (part: Partial<EstimateValues>) => void
  missing: readonly MissingEstimateField[]
  /** The keys of the lines with an invalid number. */
  unreadable: readonly string[]
}
