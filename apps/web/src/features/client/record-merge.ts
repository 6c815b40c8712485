import type { Client, DuplicateRecord } from '@attune/contract/features/client'

type Record = Pick<Client, 'id' | 'firstName' | 'lastName' | 'email' | 'dateOfBirth' | 'status' | 'hasAccount'>

/** Which record is removed (`goes`) and which one takes over its data (`stays`). */
export type RecordMerge = { goes: Record; stays: Record }

/** The possible merge of two records; null when neither may be removed. If both may be, the open record is merged into the other. */
export function possibleMerge(client: Client, double: DuplicateRecord): RecordMerge | null {
  if (double.may.mergeInto) return { goes: client, stays: double }
  return double.may.takeIn ? { goes: double, stays: client } : null
}
