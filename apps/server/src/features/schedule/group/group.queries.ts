import type { GroupId } from '@attune/contract/common/ids'
import type { ClientGroup } from '@attune/contract/features/schedule/group/group'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'

const membersSql = sql`
  (select coalesce(json_agg(json_build_object('id', m.id, 'clientId', c.id, 'personId', coalesce(c.account_id, c.id), 'firstName', c.first_name,
      'lastName', c.last_name, 'avatarUrl', p.avatar_url, 'hasAccount', c.account_id is not null and c.disconnected_at is null,
      'joinedOn', m.joined_on, 'leftOn', m.left_on) order by lower(c.last_name), lower(c.first_name), c.id, m.joined_on), '[]')
   from app.client_group_member m join app.client_name c on c.id = m.client_id left join app.person p on p.account_id = c.account_id
   where m.therapist_id = g.therapist_id and m.group_id = g.id)`

const selectGroups = (condition: RawBuilder<unknown>) => sql<ClientGroup>`
  select g.id, g.name, g.type, g.member_limit as "memberLimit", g.type_id as "typeId", g.shows_names as "showsNames",
    g.shares_name as "sharesName", g.archived_at is not null as "isArchived", g.version, ${membersSql} as members
  from app.client_group g where g.therapist_id = app.actor_id() and ${condition} order by lower(g.name), g.id`

/** Returns the acting therapist's groups with their members, sorted by name, archived ones included. */
export async function listGroups(tx: Tx): Promise<ClientGroup[]> {
  const { rows } = await selectGroups(sql`true`).execute(tx.kysely)
  return rows
}

/** Returns a group of the acting therapist; undefined if there is none with this id. */
export async function findGroup(tx: Tx, id: GroupId): Promise<ClientGroup | undefined> {
  const { rows } = await selectGroups(sql`g.id = ${id}`).execute(tx.kysely)
  return rows[0]
}

/** Returns a group of the acting therapist. Refuses with NOT_FOUND. */
export async function readGroup(tx: Tx, id: GroupId): Promise<ClientGroup> {
  const found = await findGroup(tx, id)
  if (!found) throw notFound()
  return found
}

/** Locks a group, so that its members do not change until the transaction ends, and returns it. Refuses with NOT_FOUND. */
export async function lockGroup(tx: Tx, id: GroupId): Promise<ClientGroup> {
  await tx.kysely.selectFrom('client_group').select('id').where('id', '=', id).forUpdate().execute()
  return readGroup(tx, id)
}
