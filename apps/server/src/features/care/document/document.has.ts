import { type RawBuilder, sql } from 'kysely'

/** SQL condition that is true if a client record has a document. `of` is the alias of a relation with the columns of `app.client_name`. */
export const hasDocumentsSql = (of: RawBuilder<unknown>) => sql<boolean>`
  exists (select from app.document x where x.therapist_id = ${of}.therapist_id and x.client_id = ${of}.id)`
