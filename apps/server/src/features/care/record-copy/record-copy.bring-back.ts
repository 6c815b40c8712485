import type { ClientId, SessionId, TherapistId } from '@attune/contract/common/ids'
import { recordCopyKinds, type RecordCopyKind } from '@attune/contract/features/care/record-copy/record-copy.rules'
import { readMigrations } from '../../../platform/database/migrate/migrate.ts'
import type { LedgerContent } from '../../../platform/erasures/ledger.lines.ts'
import { type Erased, hashOfErased, nameOfKey } from '../../../platform/erasures/ledger.ts'
import { StartError } from '../../../platform/process/start-error.ts'
import { addHostAudit } from '../../../platform/restore/host-audit.ts'
import { asInstaller, type InstallerTransaction } from '../../../platform/restore/installer.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { RecordOfBackup } from './record-of-backup.ts'

type Erasures = { ledger: LedgerContent | null; secrets: Pick<Secrets, 'ledgerKey'> }
type Bringing = Erasures & { recordId: string; backup: RecordOfBackup; dataOf: Date }

/** The kinds of records that were added, and those of which the therapist already had the same copy. */
type AddedCopies = { added: RecordCopyKind[]; known: RecordCopyKind[] }

type Found = NonNullable<RecordOfBackup['records'][RecordCopyKind]>

const unchanged = 'Nothing was changed.'

/**
 * Adds copies of the records that a backup has under an id. The current records do not change. Inserts rows in the audit log and in the access log of
 * each client in the same transaction. A repeated call adds nothing. Throws a StartError if the id is that of a client's journal entry, if the backup
 * or the practice has no such record, or if one of its people was erased or ended the connection.
 */
export async function addRecordCopies(databaseUrl: string, bringing: Bringing, now: Date): Promise<AddedCopies> {
  const { backup, recordId } = bringing
  if (backup.isEntry)
    throw new StartError(`This is the id of an entry in a client's journal. Those are never brought back. ${unchanged}`)
  const found = recordCopyKinds.flatMap((kind) => {
    const record = backup.records[kind]
    return record ? [{ kind, record }] : []
  })
  if (found.length === 0)
    throw new StartError(`The backup has no note, record or form with the id ${recordId}. ${unchanged}`)
  return asInstaller(databaseUrl, async (db) => {
    await requireSameVersion(db)
    await db.become('attune_app_definer')
    const result: AddedCopies = { added: [], known: [] }
    for (const { kind, record } of found) {
      await requirePeople(db, bringing, kind, record)
      const isAdded = await addCopy(db, bringing, { kind, record }, now)
      result[isAdded ? 'added' : 'known'].push(kind)
    }
    return result
  })
}

/** Throws a StartError unless the database has the version of the program. It has an older one if Attune was updated but not restarted. */
async function requireSameVersion(db: InstallerTransaction): Promise<void> {
  await db.become('attune_owner')
  const { rows } = await db.query<{ name: string }>('select name from meta.migration order by name')
  const isSame =
    rows.map(({ name }) => name).join() ===
    readMigrations()
      .map(({ name }) => name)
      .join()
  if (!isSame)
    throw new StartError(
      `The database of the practice is of another version. Start Attune once with npm start. ${unchanged}`,
    )
}

const leftText = `A person of this record was erased or ended the connection. Such a record is never brought back. ${unchanged}`

type PresentClient = {
  id: ClientId
  therapistId: ClientId
  accountId: ClientId | null
  connectedAt: Date | null
  isEnded: boolean
}

/** Throws a StartError unless the therapist and every client of a record still exist, and none was erased or has ended the connection. */
async function requirePeople(
  db: InstallerTransaction,
  { recordId, ...erasures }: Bringing,
  kind: RecordCopyKind,
  { therapistId, clients }: Found,
): Promise<void> {
  const { rows: accounts } = await db.query<{ has: boolean }>('select def.has_account($1) as has', [therapistId])
  if (!accounts[0]?.has || isErased(erasures, { kind: 'account', id: therapistId }))
    throw new StartError(
      `The therapist of this record has no account here any more, or the backup is of another practice. ${unchanged}`,
    )
  const ids = clients.map(({ id }) => id)
  if (kind === 'session-note') ids.push(...(await clientsOfSession(db, recordId, therapistId)))
  const { rows: present } = await db.query<PresentClient>(
    `select id, therapist_id as "therapistId", account_id as "accountId", connected_at as "connectedAt", is_ended as "isEnded"
     from def.states_of_clients($1)`,
    [ids],
  )
  const isHere = (id: ClientId) => present.some((client) => client.id === id && client.therapistId === therapistId)
  if (!ids.every(isHere)) throw new StartError(`The client of this record isn't in the practice any more. ${unchanged}`)
  const accountIds = [...clients, ...present].flatMap(({ accountId }) => accountId ?? [])
  const hasLeft =
    present.some((client) => client.isEnded || isConnectionErased(erasures, client)) ||
    accountIds.some((id) => isErased(erasures, { kind: 'account', id }))
  if (hasLeft) throw new StartError(leftText)
}

async function clientsOfSession(
  db: InstallerTransaction,
  sessionId: SessionId,
  therapistId: TherapistId,
): Promise<string[]> {
  const { rows } = await db.query<{ therapistId: TherapistId; clientIds: ClientId[] }>(
    'select therapist_id as "therapistId", client_ids as "clientIds" from def.people_of_session($1)',
    [sessionId],
  )
  const [session] = rows
  if (session?.therapistId !== therapistId)
    throw new StartError(`The session of this note isn't in the practice any more. ${unchanged}`)
  return session.clientIds
}

/** Whether the ledger contains an erasure of an item, after `since` if that is given. An erasure that was rolled back does not count. */
function isErased({ ledger, secrets }: Erasures, erased: Erased, since: Date | null = null): boolean {
  const entry = ledger?.erased.get(hashOfErased(secrets, erased))
  if (!entry || entry.state === 'kept' || entry.key !== nameOfKey(secrets)) return false
  return since === null || since.toISOString() <= entry.at
}

/** Whether the ledger contains a disconnect of the client since the client last connected. */
const isConnectionErased = (erasures: Erasures, { id, connectedAt }: PresentClient) =>
  isErased(erasures, { kind: 'connection', id }, connectedAt)

/** Adds one copy and its rows in both logs. Returns false if the therapist already has the copy. */
async function addCopy(
  db: InstallerTransaction,
  { recordId, dataOf }: Bringing,
  { kind, record }: { kind: RecordCopyKind; record: Found },
  now: Date,
): Promise<boolean> {
  const { therapistId, clients, content } = record
  const isOfSession = kind === 'session-note'
  const clientId = isOfSession ? null : (clients[0]?.id ?? null)
  const values = [therapistId, kind, clientId, isOfSession ? recordId : null, recordId, dataOf, now]
  const { rows } = await db.query<{ id: string | null }>(
    'select def.add_record_copy($1, $2, $3, $4, $5, $6, $7, $8) as id',
    [...values, JSON.stringify(content)],
  )
  const copyId = rows[0]?.id
  if (!copyId) return false
  const after = { data_of: dataOf.toISOString(), copy: copyId, therapist: therapistId }
  await addHostAudit(db, { actId: copyId, action: 'restore', thing: kind, thingId: recordId, after })
  await db.query(`select set_config('app.actor', $1, true)`, [therapistId])
  const subject = isOfSession ? 'session' : 'client'
  await db.query(`select def.leave_lines('record-copy', $1, $2, $3)`, [subject, [clientId ?? recordId], now])
  return true
}
