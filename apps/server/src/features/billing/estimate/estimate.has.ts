import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition: a client record has an estimate, a draft of one or a request for one. `of` is the alias of a relation with the columns of
 * `app.client_name`.
 */
export const hasEstimatesSql = (of: RawBuilder<unknown>) => sql<boolean>`
  (exists (select from app.estimate x where x.therapist_id = ${of}.therapist_id and x.client_id = ${of}.id)
    or exists (select from app.estimate_draft x where x.therapist_id = ${of}.therapist_id and x.client_id = ${of}.id)
    or exists (select from app.estimate_request x where x.therapist_id = ${of}.therapist_id and x.client_id = ${of}.id))`
