import type { LeftOut } from '@attune/contract/common/fields'
import type { ErasedData, KeptData } from '@attune/contract/features/people/login/login.schemas'

/**
 * The kinds of data as which *Delete my account* and the erasure report list the rows of a feature. The comments of its tables say which rows are
 * erased and which stay.
 */
export type DeletionKinds = {
  erasedOfClient?: ErasedData | LeftOut
  erasedOfTherapist?: ErasedData | LeftOut
  /** The rows that stay because the profile of a therapist stays. */
  keptOfTherapist?: KeptData | LeftOut
  /** The tables whose rows stay. */
  kept?: Readonly<Record<string, KeptData | LeftOut>>
}
