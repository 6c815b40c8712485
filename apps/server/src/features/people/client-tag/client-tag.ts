import type { ClientId, ClientTagId } from '@attune/contract/common/ids'
import type { ClientTag, CountedClientTag } from '@attune/contract/features/people/client-tag/client-tag'
import { clientTagLimit } from '@attune/contract/features/people/client-tag/client-tag.rules'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, limitReached, notFound } from '../../../platform/policy/refusal.ts'

/** Returns the acting therapist's tags, sorted by name, each with the number of its clients. */
export async function listClientTags(tx: Tx): Promise<CountedClientTag[]> {
  const { rows } = await sql<CountedClientTag>`
    select t.id, t.name, t.color, count(tc.client_id)::int as "clientCount"
    from app.client_tag t left join app.client_tag_client tc on tc.therapist_id = t.therapist_id and tc.tag_id = t.id
    where t.therapist_id = ${tx.actor.id} group by t.id order by lower(t.name)`.execute(tx.kysely)
  return rows
}

/**
 * Creates a tag. Repeating a call with the same id and content changes nothing. Refuses with CONFLICT if the id exists with other content or belongs
 * to another therapist, and with LIMIT_REACHED if the therapist already has the maximum number of tags.
 */
export async function createClientTag(tx: Tx, tag: ClientTag): Promise<ClientTag> {
  const known = await listClientTags(tx)
  const before = known.find(({ id }) => id === tag.id)
  if (before) {
    if (before.name !== tag.name || before.color !== tag.color) throw conflict()
    return tag
  }
  if (known.length >= clientTagLimit) throw limitReached(clientTagLimit)
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('client_tag')
    .values({ ...tag, therapist_id: tx.actor.id })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw conflict()
  return tag
}

/** Renames a tag or changes its color. Refuses with NOT_FOUND for a tag that is not the acting therapist's. */
export async function editClientTag(tx: Tx, { id, name, color }: ClientTag): Promise<ClientTag> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('client_tag')
    .set({ name, color })
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
  return { id, name, color }
}

/** Deletes a tag and removes it from all clients. Refuses with NOT_FOUND for a tag that is not the acting therapist's. */
export async function deleteClientTag(tx: Tx, id: ClientTagId): Promise<void> {
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('client_tag')
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
}

type ClientWithTag = { clientId: ClientId; tagId: ClientTagId }

/**
 * Adds a tag to a client, or removes it if `isTagged` is false. Repeating the call changes nothing. Refuses with
 * NOT_FOUND if the tag or the client belongs to another therapist.
 */
export async function setClientTag(tx: Tx, { clientId, tagId }: ClientWithTag, isTagged: boolean): Promise<void> {
  const own = await tx.kysely
    .selectFrom('client_tag')
    .innerJoin('client_name', 'client_name.therapist_id', 'client_tag.therapist_id')
    .select('client_name.id')
    .where('client_tag.therapist_id', '=', tx.actor.id)
    .where('client_tag.id', '=', tagId)
    .where('client_name.id', '=', clientId)
    .executeTakeFirst()
  if (!own) throw notFound()
  if (isTagged)
    await tx.kysely
      .insertInto('client_tag_client')
      .values({ therapist_id: tx.actor.id, tag_id: tagId, client_id: clientId })
      .onConflict((on) => on.columns(['tag_id', 'client_id']).doNothing())
      .execute()
  else
    await tx.kysely
      .deleteFrom('client_tag_client')
      .where('tag_id', '=', tagId)
      .where('client_id', '=', clientId)
      .where('therapist_id', '=', tx.actor.id)
      .execute()
}

/** Adds all tags of the client `from` to the client `into`. */
export async function copyClientTags(tx: Tx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    insert into app.client_tag_client (therapist_id, tag_id, client_id)
    select therapist_id, tag_id, ${into} from app.client_tag_client where therapist_id = ${tx.actor.id} and client_id = ${from}
    on conflict (tag_id, client_id) do nothing`.execute(tx.kysely)
}

/** SQL for the tags of the client `c` as JSON, sorted by name. */
export const clientTagsSql = sql`
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by lower(t.name)), '[]')
   from app.client_tag_client tc join app.client_tag t on t.id = tc.tag_id
   where tc.therapist_id = c.therapist_id and tc.client_id = c.id)`

/** SQL for the names of the tags of the client `c`, sorted and separated by commas. */
export const clientTagNamesSql = sql`
  (select string_agg(t.name, ', ' order by lower(t.name)) from app.client_tag_client tc join app.client_tag t on t.id = tc.tag_id
   where tc.therapist_id = c.therapist_id and tc.client_id = c.id)`

/** SQL condition that is true if the name of a tag of the client `c` matches the LIKE pattern, which must be in lower case. */
export const hasMatchingTagSql = (pattern: string): RawBuilder<boolean> => sql`
  exists (select from app.client_tag_client tc join app.client_tag t on t.id = tc.tag_id
    where tc.therapist_id = c.therapist_id and tc.client_id = c.id and lower(t.name) like ${pattern})`

/** SQL condition that is true if the client `c` has the tag. */
export const hasClientTagSql = (tagId: ClientTagId): RawBuilder<boolean> => sql`
  exists (select from app.client_tag_client tc
    where tc.therapist_id = c.therapist_id and tc.client_id = c.id and tc.tag_id = ${tagId})`
