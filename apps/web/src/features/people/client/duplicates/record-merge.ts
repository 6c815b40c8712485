import type { Client, DuplicateRecord } from '@attune/contract/features/people/client/client'

type Record = Pick<Client, 'id' | 'firstName' | 'lastName' | 'email' | 'dateOfBirth' | 'status' | 'hasAccount'>

/** A merge of two records. The merge moves the data of `goes` to `stays` and removes `goes`. */
export type RecordMerge = { goes: Record; stays: Record }

/**
 * Returns the merge that the server allows for the open record `client` and its duplicate; null if it allows none. If
 * both directions are allowed, the open record is merged into the duplicate.
 */
export function possibleMerge(client: Client, double: DuplicateRecord): RecordMerge | null {
  if (double.may.mergeInto) return { goes: client, stays: double }
  return double.may.takeIn ? { goes: double, stays: client } : null
}
