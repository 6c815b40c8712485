import { type RawBuilder, sql } from 'kysely'

/** SQL condition: a client record has a comment on a journal entry. `of` is the alias of a relation with the columns of `app.client_name`. */
export const hasJournalCommentsSql = (of: RawBuilder<unknown>) => sql<boolean>`
  exists (select from app.journal_comment x where x.therapist_id = ${of}.therapist_id and x.client_id = ${of}.id)`
