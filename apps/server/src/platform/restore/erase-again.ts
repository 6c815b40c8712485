import type { AccountId, ClientId } from '@attune/contract/common/ids'
import { findErased, type FoundErased } from '../erasures/candidates.ts'
import type { ErasedKind } from '../erasures/ledger.ts'
import type { LedgerContent, LedgerEntry } from '../erasures/ledger.lines.ts'
import type { RestoreContext } from './apply-restore.ts'
import type { InstallerTransaction } from './installer.ts'

/** The numbers of items that were erased again, by kind. */
export type ErasedAgain = Record<ErasedKind, number>

type Erasing = Pick<RestoreContext, 'secrets' | 'avatars'> & {
  db: InstallerTransaction
  ledger: LedgerContent | null
  restoreId: string
}

/**
 * Whether the item of an entry counts as erased. An erasure that was rolled back does not count. One with an unknown outcome does, because a person
 * asked for it.
 */
const isErased = ({ state }: LedgerEntry): boolean => state !== 'kept'

/**
 * Erases all items that are in the restored data although the ledger lists them as erased, and adds a line to the audit log for each. Sends no
 * notifications, because the people were notified at the first erasure. A second call changes nothing. Without a ledger, erases nothing.
 */
export async function eraseAgain(erasing: Erasing, now: Date): Promise<ErasedAgain> {
  const count: ErasedAgain = { account: 0, connection: 0, 'journal-entry': 0, document: 0, record: 0 }
  const { db, ledger, secrets } = erasing
  if (!ledger) return count
  const search = { db, ledger, secrets }
  const accounts = [
    ...(await findErased(search, 'account', isErased)),
    ...(await findErased(search, 'login', isErased)),
  ]
  for (const { id } of accounts) await eraseAccountAgain(erasing, id, now)
  const connections = await findErased(search, 'connection', isErased)
  for (const { id } of connections) await endConnectionAgain(db, id, now)
  const entries = await findErased(search, 'journal-entry', isErased)
  const documents = await findErased(search, 'document', isErased)
  const records = await findErased(search, 'record', isErased)
  await db.become('attune_app_definer')
  await db.query('select def.erase_entries($1)', [entries.map(({ id }) => id)])
  await db.query('select def.erase_documents($1)', [documents.map(({ id }) => id)])
  for (const { id } of records) await db.query('select def.erase_record_again($1, $2)', [id, now])
  for (const one of uniqueOf([...accounts, ...connections, ...entries, ...documents, ...records])) {
    count[one.kind]++
    await db.query(
      `insert into app.audit (actor_id, actor_role, action, thing, thing_id) values ($1, 'host', 'erase', $2, $3)`,
      [erasing.restoreId, one.kind, one.id],
    )
  }
  return count
}

const uniqueOf = (found: FoundErased[]) => [...new Map(found.map((one) => [one.hash, one])).values()]

/** Erases the data, the login and the avatars of an account again. The cleanup of files later deletes the bytes of its files. */
async function eraseAccountAgain({ db, avatars }: Erasing, accountId: AccountId, now: Date): Promise<void> {
  await db.become('attune_app_definer')
  await db.query('select def.erase_account_again($1, $2)', [accountId, now])
  await db.become('attune_owner')
  await db.query('delete from auth."user" where id = $1', [accountId])
  await avatars.removeAllExcept(accountId, null)
}

async function endConnectionAgain(db: InstallerTransaction, clientId: ClientId, now: Date): Promise<void> {
  await db.become('attune_app_definer')
  await db.query('select def.disconnect_again($1, $2)', [clientId, now])
}
