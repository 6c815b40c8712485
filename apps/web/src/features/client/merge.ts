import type { Client, RecordDouble } from '@attune/contract/features/client'

type Record = Pick<Client, 'id' | 'firstName' | 'lastName' | 'email' | 'dateOfBirth' | 'status' | 'hasAccount'>

/** Which of two records goes, and into which. */
export type Merge = { goes: Record; stays: Record }

/** How two records may become one; null where neither may go. What stands here goes first, since that is what is looked at. */
export function mergeOf(client: Client, double: RecordDouble): Merge | null {
  if (double.may.mergeInto) return { goes: client, stays: double }
  return double.may.takeIn ? { goes: double, stays: client } : null
}
