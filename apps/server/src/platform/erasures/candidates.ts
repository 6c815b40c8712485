import type { LedgerContent, LedgerEntry } from './ledger.lines.ts'
import { type Erased, type ErasedKind, hashOfErased, nameOfKey } from './ledger.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { InstallerTransaction } from '../restore/installer.ts'

/** An item that is in the database although the ledger lists it as erased. */
export type FoundErased = Erased & {
  /** The hash of the item in the ledger. */
  hash: string
  /** The time of its erasure, in ISO 8601. */
  at: string
}

type Candidate = { id: string; since: Date | null }
type Search = { db: InstallerTransaction; ledger: LedgerContent; secrets: Pick<Secrets, 'ledgerKey'> }

/**
 * Returns the items of one kind that are in the database although the ledger lists them as erased. A client who connected again after the erasure of
 * a connection is not included. `among` restricts the entries of the ledger.
 */
export async function findErased(
  { db, ledger, secrets }: Search,
  where: keyof typeof questions,
  among: (entry: LedgerEntry) => boolean,
): Promise<FoundErased[]> {
  const key = nameOfKey(secrets)
  const candidates = await candidatesOf(db, where)
  const kind = where === 'login' ? 'account' : where
  return candidates.flatMap(({ id, since }) => {
    const hash = hashOfErased(secrets, { kind, id })
    const entry = ledger.erased.get(hash)
    if (!entry || entry.key !== key || !among(entry)) return []
    return since && since.toISOString() > entry.at ? [] : [{ kind, id, hash, at: entry.at }]
  })
}

/** Returns the number of erasures whose hashes were made with another key and can therefore not be compared. */
export function countForeign({ erased }: LedgerContent, secrets: Pick<Secrets, 'ledgerKey'>): number {
  const key = nameOfKey(secrets)
  return [...erased.values()].filter((entry) => entry.key !== key && entry.state !== 'kept').length
}

async function candidatesOf(db: InstallerTransaction, where: keyof typeof questions): Promise<Candidate[]> {
  await db.become(where === 'login' ? 'attune_owner' : 'attune_app_definer')
  const { rows } = await db.query<Candidate>(questions[where])
  return rows
}

/** The queries for the ids of all items that are not erased, by kind. `login` is the part of an account that the program deletes last. */
const questions = {
  account: 'select id, since from def.accounts_to_compare()',
  login: 'select id, null::timestamptz as since from auth."user"',
  connection: 'select id, since from def.connections_to_compare()',
  'journal-entry': 'select id, since from def.entries_to_compare()',
  document: 'select id, since from def.documents_to_compare()',
  record: 'select id, since from def.records_to_compare()',
} as const satisfies Record<ErasedKind | 'login', string>
