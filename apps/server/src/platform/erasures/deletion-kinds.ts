import type { LeftOut } from '@attune/contract/common/fields'
import type { ErasedData, KeptData } from '@attune/contract/features/people/login/login.schemas'

/** The kind of data of each table; leaves out those that name no person. */
type KeptTables = Readonly<Record<string, KeptData | LeftOut>>

/**
 * The kinds of data as which *Delete my account* and the erasure report list the rows of a feature. The comments of its tables say which rows are
 * erased and which stay.
 */
export type DeletionKinds = {
  erasedOfClient?: ErasedData | LeftOut
  erasedOfTherapist?: ErasedData | LeftOut
  /** The rows that stay because the profile of a therapist stays. */
  keptOfTherapist?: KeptData | LeftOut
  /** The tables of people whose rows stay. */
  kept?: KeptTables
  /** The tables of the product whose rows stay. */
  keptOfProduct?: KeptTables
}
