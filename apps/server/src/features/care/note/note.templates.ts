import type { NoteTemplateId } from '@attune/contract/common/ids'
import type { NoteTemplate } from '@attune/contract/features/care/note/note'
import { noteTemplateLimits } from '@attune/contract/features/care/note/note.rules'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../platform/database/actor.ts'
import { foldedSql, nameRankSql, type NameSearch, readFoundNames } from '../../../platform/database/name-search.ts'
import { conflict, limitReached, notFound } from '../../../platform/policy/refusal.ts'

/** Returns the acting therapist's templates, sorted by name. */
export async function listNoteTemplates(tx: Tx): Promise<NoteTemplate[]> {
  const { rows } = await sql<NoteTemplate>`
    select t.id, t.name, t.fields from app.note_template t where t.therapist_id = ${tx.actor.id} order by lower(t.name), t.id`.execute(
    tx.kysely,
  )
  return rows
}

/**
 * Creates a template. Repeating a call with the same id and content changes nothing. Refuses with CONFLICT for the same id with other
 * content, and with LIMIT_REACHED if the therapist already has the maximum number of templates.
 */
export async function createNoteTemplate(tx: Tx, template: NoteTemplate): Promise<NoteTemplate> {
  const { id, name, fields } = template
  const known = await listNoteTemplates(tx)
  const before = known.find((one) => one.id === id)
  if (before) {
    if (!isDeepStrictEqual(before, template)) throw conflict()
    return template
  }
  if (known.length >= noteTemplateLimits.templates) throw limitReached(noteTemplateLimits.templates)
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('note_template')
    .values({ id, therapist_id: tx.actor.id, name, fields: JSON.stringify(fields) })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw conflict()
  return template
}

/** Changes a template. Existing notes based on it do not change. Refuses with NOT_FOUND. */
export async function editNoteTemplate(tx: Tx, template: NoteTemplate): Promise<NoteTemplate> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('note_template')
    .set({ name: template.name, fields: JSON.stringify(template.fields) })
    .where('id', '=', template.id)
    .where('therapist_id', '=', tx.actor.id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
  return template
}

/** Deletes a template. Refuses with NOT_FOUND. */
export async function deleteNoteTemplate(tx: Tx, id: NoteTemplateId): Promise<void> {
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('note_template')
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
}

/** Finds the acting therapist's templates by their name. */
export const findNoteTemplatesByName = (tx: Tx, search: NameSearch) =>
  readFoundNames(
    tx,
    search,
    sql`select t.id, null as "clientId", t.name as title, '' as person, null::timestamptz as at, ${nameRankSql(search, foldedSql(sql`t.name`))} as rank
      from app.note_template t where t.therapist_id = ${tx.actor.id}`,
  )
