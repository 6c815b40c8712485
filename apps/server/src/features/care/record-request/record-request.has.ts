import { type RawBuilder, sql } from 'kysely'

/** SQL condition that is true if the client record `of` has requests for a copy. `of` has the columns of `app.client_name`. */
export const hasRecordRequestsSql = (of: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from app.record_request rr where rr.therapist_id = ${of}.therapist_id and rr.client_id = ${of}.id)`
