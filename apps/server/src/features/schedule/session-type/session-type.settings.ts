import type { SessionTypeId, TherapistId } from '@attune/contract/common/ids'
import type {
  EditedSessionType,
  NewSessionType,
  SessionType,
} from '@attune/contract/features/schedule/session-type/session-type'
import { sessionTypeLimit } from '@attune/contract/features/schedule/session-type/session-type.rules'
import { sql, type RawBuilder } from 'kysely'
import { saveVersioned } from '../../../platform/command/save-versioned.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { changedValues, describeChange } from '../../../platform/policy/audit.ts'
import { conflict, createRefusal, limitReached, notFound } from '../../../platform/policy/refusal.ts'
import { requireService } from '../../billing/service/service.ts'

/** Returns the acting therapist's session types in the order that the therapist has chosen, including archived types. */
export async function listSessionTypes(tx: Tx): Promise<SessionType[]> {
  const { rows } = await selectTypes(sql`true`).execute(tx.kysely)
  return rows
}

const modeOf = (clients: 'new' | 'known') => sql`
  case when exists (select from app.booking_rule r where r.therapist_id = t.therapist_id and r.type_id = t.id and r.ended_at is null
      and r.clients = ${sql.lit(clients)}) then 'book'
    when ${sql.ref(`t.offered_to_${clients}`)} then 'request' else 'none' end`

const selectTypes = (condition: RawBuilder<unknown>) => sql<SessionType>`
  select t.id, t.name, t.duration_minutes as "durationMinutes", t.format, t.location, t.color, t.buffer_before as "bufferBefore",
    t.buffer_after as "bufferAfter", t.service_id as "serviceId", ${modeOf('new')} as "newClients", ${modeOf('known')} as "knownClients",
    t.archived_at is not null as "isArchived", t.version
  from app.session_type t where t.therapist_id = app.actor_id() and ${condition} order by t.position, lower(t.name), t.id`

/** Returns one session type of the acting therapist. Refuses with NOT_FOUND. */
export async function readSessionType(tx: Tx, id: SessionTypeId): Promise<SessionType> {
  const { rows } = await selectTypes(sql`t.id = ${id}`).execute(tx.kysely)
  const [found] = rows
  if (!found) throw notFound()
  return found
}

/** Whether a type belongs to a therapist with whom the acting client is connected. */
export async function doesSessionTypeExist(
  tx: Tx,
  type: { therapistId: TherapistId; typeId: SessionTypeId },
): Promise<boolean> {
  const { rows } = await tx.run<{ exists: boolean }>('select def.is_session_type($1, $2) as exists', [
    type.therapistId,
    type.typeId,
  ])
  return rows[0]?.exists ?? false
}

/** Refuses with NOT_FOUND unless the id is null or that of a session type of the acting therapist. */
export async function requireOwnType(tx: Tx, id: SessionTypeId | null): Promise<void> {
  if (id !== null) await readSessionType(tx, id)
}

/**
 * Adds a session type at the end of the list. Repeating a call with the same id and content changes nothing. Refuses with CONFLICT for the
 * same id with other content, with LIMIT_REACHED, and with NOT_FOUND for a service of another therapist.
 */
export async function addSessionType(tx: Tx, added: NewSessionType, now: Date): Promise<SessionType> {
  const known = await listSessionTypes(tx)
  const before = known.find(({ id }) => id === added.id)
  if (before) {
    if (!hasContent(before, added)) throw conflict()
    return before
  }
  if (known.length >= sessionTypeLimit) throw limitReached(sessionTypeLimit)
  await requireService(tx, added.serviceId)
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('session_type')
    .values({
      id: added.id,
      therapist_id: tx.actor.id,
      position: sql<number>`(select coalesce(max(position) + 1, 0) from app.session_type where therapist_id = ${tx.actor.id})`,
      ...columnsOf(added),
    })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw conflict()
  await saveRules(tx, added, now)
  describeChange(tx, { after: auditedOf(added) })
  return readSessionType(tx, added.id)
}

/**
 * Saves an edit that is based on the current version. Repeating the same call changes nothing. Refuses with NOT_FOUND, and with CHANGED and
 * the current type.
 */
export async function editSessionType(tx: Tx, edited: EditedSessionType, now: Date): Promise<SessionType> {
  await tx.kysely.selectFrom('session_type').select('id').where('id', '=', edited.id).forUpdate().execute()
  const before = await readSessionType(tx, edited.id)
  const { version, ...content } = edited
  const versioned = {
    stored: before,
    base: version,
    isSame: () => hasContent(before, content),
    repeat: 'next',
    current: () => before,
    changed: () => createRefusal('CHANGED', 409, { type: before }),
  } as const
  return saveVersioned(versioned, async () => {
    await requireService(tx, edited.serviceId)
    await saveRules(tx, edited, now)
    await tx.kysely
      .updateTable('session_type')
      .set({ ...columnsOf(edited), version: before.version + 1 })
      .where('id', '=', edited.id)
      .execute()
    describeChange(tx, changedValues(auditedOf(before), auditedOf(edited)))
    return readSessionType(tx, edited.id)
  })
}

/** Archives or restores a session type. Repeating the call changes nothing. Refuses with NOT_FOUND. */
export async function setSessionTypeArchived(
  tx: Tx,
  id: SessionTypeId,
  isArchived: boolean,
  now: Date,
): Promise<SessionType> {
  const before = await readSessionType(tx, id)
  if (before.isArchived !== isArchived)
    await tx.kysely
      .updateTable('session_type')
      .set({ archived_at: isArchived ? now : null })
      .where('id', '=', id)
      .execute()
  describeChange(tx, changedValues({ isArchived: before.isArchived }, { isArchived }))
  return readSessionType(tx, id)
}

/**
 * Sorts the acting therapist's session types in the order of `ids`. Types that `ids` omits follow in their previous order. Refuses with NOT_FOUND.
 */
export async function sortSessionTypes(tx: Tx, ids: readonly SessionTypeId[]): Promise<SessionType[]> {
  const known = await listSessionTypes(tx)
  if (ids.some((id) => !known.some((one) => one.id === id))) throw notFound()
  const order = [...new Set([...ids, ...known.map(({ id }) => id)])]
  await sql`
    update app.session_type t set position = v.position - 1
    from unnest(${order}::uuid[]) with ordinality v (id, position)
    where t.therapist_id = ${tx.actor.id} and t.id = v.id and t.position <> v.position - 1`.execute(tx.kysely)
  return listSessionTypes(tx)
}

/** Creates and ends rules for instant booking to match the session type. An unchanged rule keeps its id. */
async function saveRules(tx: Tx, type: NewSessionType, now: Date): Promise<void> {
  const wanted = [type.newClients === 'book' && 'new', type.knownClients === 'book' && 'known'].filter(Boolean)
  await sql`
    update app.booking_rule set ended_at = ${now}
    where therapist_id = ${tx.actor.id} and type_id = ${type.id} and ended_at is null and clients <> all (${wanted}::text[])`.execute(
    tx.kysely,
  )
  await sql`
    insert into app.booking_rule (therapist_id, type_id, clients, began_at)
    select ${tx.actor.id}::uuid, ${type.id}::uuid, w.clients, ${now}::timestamptz from unnest(${wanted}::text[]) w (clients)
    where not exists (select from app.booking_rule r
      where r.therapist_id = ${tx.actor.id} and r.type_id = ${type.id} and r.ended_at is null and r.clients = w.clients)`.execute(
    tx.kysely,
  )
}

const columnsOf = (type: Omit<NewSessionType, 'id'>) => ({
  name: type.name,
  duration_minutes: type.durationMinutes,
  format: type.format,
  location: type.location,
  color: type.color,
  buffer_before: type.bufferBefore,
  buffer_after: type.bufferAfter,
  service_id: type.serviceId,
  offered_to_new: type.newClients !== 'none',
  offered_to_known: type.knownClients !== 'none',
})

const auditedOf = ({ newClients, knownClients, durationMinutes }: NewSessionType) => ({
  newClients,
  knownClients,
  durationMinutes,
})

const hasContent = (saved: SessionType, content: NewSessionType) =>
  (Object.keys(content) as (keyof NewSessionType)[]).every((field) => saved[field] === content[field])
