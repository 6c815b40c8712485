import type { AccountId, ClientId, JournalEntryId, MessageId, SessionId, TaskId } from '@attune/contract/common/ids'
import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

/** The maximum number of sources of each kind that a therapist can choose from. Older sources are not offered. */
const maxOfKind = { note: 60, entry: 60, task: 80, message: 100 }

export type RecordHead = {
  id: ClientId
  accountId: AccountId | null
  isActive: boolean
  firstName: string
  lastName: string
  /** The start of the last session before now that took place; null if there was none. */
  lastSessionAt: string | null
}

/** Returns a record of the acting therapist; undefined if it belongs to another therapist. */
export async function findRecordHead(tx: Tx, clientId: ClientId, now: Date): Promise<RecordHead | undefined> {
  const { rows } = await sql<RecordHead>`
    select c.id, c.account_id as "accountId", c.status <> 'inactive' and c.disconnected_at is null as "isActive", c.first_name as "firstName",
      c.last_name as "lastName",
      (select max(s.starts_at) from app.session_client p join app.session s on s.id = p.session_id
       where p.client_id = c.id and p.starts_at < ${now} and p.answer <> 'declined' and coalesce(p.attendance not in ('absent', 'excused'), true)
         and s.status = 'completed' and s.deleted_at is null) as "lastSessionAt"
    from app.client_state c where c.id = ${clientId} and c.therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0]
}

/** SQL condition: true for the ids that the therapist chose; true for all ids if `ids` is null. */
const chosen = (column: string, ids: readonly string[] | null) =>
  ids === null ? sql`true` : sql`${sql.ref(column)} = any (${ids}::uuid[])`

type NoteSourceRow = { id: SessionId; at: string; text: string; addenda: string[] }

/**
 * Returns the parts about this client in the acting therapist's latest notes on sessions, or in the notes on the sessions `ids` only. Leaves out
 * shared parts, because they concern other clients too.
 */
export async function listNoteSources(
  tx: Tx,
  clientId: ClientId,
  ids: readonly SessionId[] | null,
): Promise<NoteSourceRow[]> {
  const { rows } = await sql<NoteSourceRow>`
    select n.session_id as id, s.starts_at as at, n.text,
      array(select a.text from app.session_note_addendum a where a.therapist_id = n.therapist_id and a.note_id = n.id order by a.at, a.id) as addenda
    from app.session_note n join app.session s on s.therapist_id = n.therapist_id and s.id = n.session_id
    where n.therapist_id = ${tx.actor.id} and n.client_id = ${clientId} and n.text ~ '\\S' and s.deleted_at is null and ${chosen('n.session_id', ids)}
    order by s.starts_at desc, n.session_id limit ${maxOfKind.note}`.execute(tx.kysely)
  return rows
}

type EntrySourceRow = { id: JournalEntryId; at: string; title: string; content: RichText }

/** Returns the latest published versions of the journal entries that the client shares with the acting therapist, or those of them in `ids`. */
export async function listEntrySources(
  tx: Tx,
  accountId: AccountId | null,
  ids: readonly JournalEntryId[] | null,
): Promise<EntrySourceRow[]> {
  if (accountId === null) return []
  const { rows } = await sql<EntrySourceRow>`
    select e.entry_id as id, e.written_at as at, e.title, e.content
    from app.journal_share h join app.journal_publication e on e.account_id = h.account_id and e.entry_id = h.entry_id
    where h.therapist_id = ${tx.actor.id} and h.account_id = ${accountId} and ${chosen('e.entry_id', ids)}
    order by e.written_at desc, e.entry_id limit ${maxOfKind.entry}`.execute(tx.kysely)
  return rows
}

export type TaskRow = {
  id: TaskId
  at: string
  kind: TaskForm['kind']
  title: string
  description: RichText
  form: TaskForm
  answer: TaskAnswer | null
  score: number | null
}

/** Returns the latest tasks and check-ins that the client has received, or those of them in `ids`, each with the last answer that was submitted. */
export async function listTaskSources(tx: Tx, clientId: ClientId, ids: readonly TaskId[] | null): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select t.id, coalesce(a.submitted_at, t.delivered_at) as at, t.kind, t.title, t.description, t.form, a.answer, a.score
    from app.task t left join lateral (
      select k.answer, k.score, k.submitted_at from app.task_answer k
      where k.therapist_id = t.therapist_id and k.task_id = t.id and k.taken_back_at is null order by k.submitted_at desc limit 1) a on true
    where t.therapist_id = ${tx.actor.id} and t.client_id = ${clientId} and t.delivered_at is not null and t.withdrawn_at is null
      and ${chosen('t.id', ids)}
    order by at desc, t.id limit ${maxOfKind.task}`.execute(tx.kysely)
  return rows
}

type MessageSourceRow = { id: MessageId; at: string; byRole: 'therapist' | 'client'; text: string }

/** Returns the latest messages with text in the conversation with the client, or those of them in `ids`. */
export async function listMessageSources(
  tx: Tx,
  clientId: ClientId,
  ids: readonly MessageId[] | null,
): Promise<MessageSourceRow[]> {
  const { rows } = await sql<MessageSourceRow>`
    select m.id, m.created_at as at, m.by_role as "byRole", m.text
    from app.message m
    where m.therapist_id = ${tx.actor.id} and m.client_id = ${clientId} and m.deleted_at is null and m.text <> '' and ${chosen('m.id', ids)}
    order by m.seq desc limit ${maxOfKind.message}`.execute(tx.kysely)
  return rows
}

/** The names and contact data in the record and the account of a client. */
type PersonRow = {
  firstName: string
  lastName: string
  accountFirstName: string | null
  accountLastName: string | null
  email: string | null
  accountEmail: string | null
  phone: string
  textNumber: string | null
  code: string
  address: string
}

/** SQL: a PersonRow of the record `o`, whose profile is `q`. */
const personJson = sql`jsonb_build_object('firstName', o.first_name, 'lastName', o.last_name, 'accountFirstName', q.first_name,
  'accountLastName', q.last_name, 'email', o.email, 'accountEmail', q.email, 'phone', o.phone, 'code', o.code, 'address', o.address,
  'textNumber', (select n.number from app.text_number n where n.client_id = o.id))`

type KnownPeopleRow = {
  firstName: string
  lastName: string
  accountFirstName: string | null
  accountLastName: string | null
  email: string | null
  accountEmail: string | null
  phone: string
  code: string
  address: string
  textNumber: string | null
  contacts: { name: string; email: string | null; phone: string; relationship: string }[]
  /** The names and contact data in other records of the same person. */
  sameAs: PersonRow[]
  participants: PersonRow[]
  payers: {
    name: string
    email: string | null
    street: string
    postalCode: string
    city: string
    reference: string
    buyerReference: string
    taxId: string
  }[]
  therapist: { firstName: string; lastName: string; email: string }
}

/**
 * Returns the names, addresses and numbers in a record, in other records of the same person, of the other participants of its sessions, of its
 * contacts and payers, and of the therapist. Returns undefined for a record of another therapist.
 */
export async function findKnownPeople(tx: Tx, clientId: ClientId): Promise<KnownPeopleRow | undefined> {
  const { rows } = await sql<KnownPeopleRow>`
    select c.first_name as "firstName", c.last_name as "lastName", p.first_name as "accountFirstName", p.last_name as "accountLastName",
      c.email, p.email as "accountEmail", c.phone, c.code, c.address,
      (select n.number from app.text_number n where n.client_id = c.id) as "textNumber",
      coalesce((select json_agg(json_build_object('name', k.name, 'email', k.email, 'phone', k.phone, 'relationship', k.relationship) order by k.place, k.id)
        from app.client_contact k where k.therapist_id = c.therapist_id and k.client_id = c.id), '[]') as contacts,
      coalesce((select json_agg(x.one order by x.one ->> 'lastName', x.one ->> 'firstName') from (
        select distinct ${personJson} as one
        from app.session_client mine join app.session_client other on other.session_id = mine.session_id and other.client_id <> mine.client_id
          join app.client o on o.id = other.client_id left join app.profile q on q.account_id = o.account_id
        where mine.client_id = c.id) x), '[]') as participants,
      coalesce((select json_agg(${personJson} order by o.id) from app.client o left join app.profile q on q.account_id = o.account_id
        where o.therapist_id = c.therapist_id and o.id <> c.id and coalesce(o.same_as, o.id) = coalesce(c.same_as, c.id)), '[]') as "sameAs",
      coalesce((select json_agg(json_build_object('name', y.name, 'email', y.email, 'street', y.street, 'postalCode', y.postal_code, 'city', y.city,
          'reference', y.reference, 'buyerReference', y.buyer_reference, 'taxId', y.tax_id) order by y.id)
        from app.payer y where y.therapist_id = c.therapist_id and y.client_id = c.id), '[]') as payers,
      json_build_object('firstName', t.first_name, 'lastName', t.last_name, 'email', t.email) as therapist
    from app.client c left join app.profile p on p.account_id = c.account_id join app.profile t on t.account_id = c.therapist_id
    where c.id = ${clientId} and c.therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0]
}

/** Whether a session of the acting therapist has this client as a participant. */
export async function hasSessionWithClient(tx: Tx, sessionId: SessionId, clientId: ClientId): Promise<boolean> {
  const { rows } = await sql<{ id: SessionId }>`
    select s.id from app.session s join app.session_client p on p.session_id = s.id and p.client_id = ${clientId}
    where s.id = ${sessionId} and s.therapist_id = ${tx.actor.id} and s.deleted_at is null`.execute(tx.kysely)
  return rows.length > 0
}

type ClientNames = { firstName: string; lastName: string; email: string | null; phone: string }

/** Returns the names, email addresses and numbers of all clients of the acting therapist, the oldest record first. */
export async function listAllClientNames(tx: Tx): Promise<ClientNames[]> {
  const { rows } = await sql<ClientNames>`
    select c.first_name as "firstName", c.last_name as "lastName", c.email, c.phone from app.client c
    where c.therapist_id = ${tx.actor.id} order by c.created_at, c.id`.execute(tx.kysely)
  return rows
}
