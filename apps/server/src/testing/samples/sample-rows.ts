import type { Insertable } from 'kysely'
import type { DB } from '../../platform/database/types.ts'

/**
 * The practice to which each feature adds its rows: a therapist with two clients, and a session with the first client.
 */
export type SamplePractice = {
  therapistId: string
  sessionId: string
  /** The record of the first client and the account of the same person. */
  clientId: string
  clientAccountId: string
  /** The record of the second client and the account of the same person. */
  otherClientId: string
  otherAccountId: string
  /** The word that every free text contains, so that a test finds the texts of this practice. */
  mark: string
  /** Returns an id of this practice. The same name returns the same id, so that rows can refer to each other. */
  rowId(name: string): string
}

/** For the tables of a feature that are empty in the demo practice, the reason. `Rows` are the sample rows of the feature. */
export type EmptyInDemo<Rows> = { [Table in keyof Rows]?: string }

/** One function for each table, which returns rows of a practice. */
export type SampleRows = {
  [Table in keyof DB]: (practice: SamplePractice) => Insertable<DB[Table]> | Insertable<DB[Table]>[]
}
