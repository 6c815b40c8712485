import { type RawBuilder, sql } from 'kysely'

/** SQL condition that is true if a client record has a signed form. `of` is the alias of a relation with the columns of `app.client_name`. */
export const hasSignedFormsSql = (of: RawBuilder<unknown>) => sql<boolean>`
  exists (select from app.sent_form x where x.therapist_id = ${of}.therapist_id and x.client_id = ${of}.id and x.signed_at is not null)`
