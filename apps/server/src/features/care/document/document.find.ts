import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import {
  amongSql,
  foldedSql,
  nameRankSql,
  type NameSearch,
  readFoundNames,
} from '../../../platform/database/name-search.ts'
import { otherPersonSql } from '../../people/profile/profile.ts'
import { fileNameSql } from '../file/file.ts'

/** Finds the documents of the acting therapist or client by the name of their file, also together with the name of the other person. */
export const findDocumentsByName = (tx: Tx, search: NameSearch) => {
  const isClient = tx.actor.role === 'client'
  const own = isClient
    ? sql`d.shown_to = ${tx.actor.id}`
    : sql`d.therapist_id = ${tx.actor.id} and d.deleted_at is null`
  const person = otherPersonSql(tx.actor.role, 'd')
  return readFoundNames(
    tx,
    search,
    sql`select d.id, d.client_id as "clientId", d.title, ${person} as person, d.added_at as at,
        ${nameRankSql(search, foldedSql(sql`d.title`), foldedSql(person))} as rank
      from (select d.id, d.therapist_id, d.client_id, d.added_at, ${fileNameSql(sql`d`)} as title from app.document d where ${own} and ${amongSql(search, sql`d.id`)} offset 0) d
      where d.title is not null`,
  )
}
