import type { Client, DuplicateRecord } from '@attune/contract/features/client'

type Record = Pick<Client, 'id' | 'firstName' | 'lastName' | 'email' | 'dateOfBirth' | 'status' | 'hasAccount'>

/** A merge of two records: `goes` is removed, and `stays` takes over its data. */
export type RecordMerge = { goes: Record; stays: Record }

/**
 * Returns the possible merge of two records; null if neither record may be removed. If each record may be removed, the
 * open record is merged into the other.
 */
export function possibleMerge(client: Client, double: DuplicateRecord): RecordMerge | null {
  if (double.may.mergeInto) return { goes: client, stays: double }
  return double.may.takeIn ? { goes: double, stays: client } : null
}
