import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition that is true if a client record has a consent to the assistant. `of` is the alias of a relation with the columns of
 * `app.client_name`.
 */
export const hasAssistantConsentSql = (of: RawBuilder<unknown>) => sql<boolean>`
  exists (select from app.assistant_consent x where x.therapist_id = ${of}.therapist_id and x.client_id = ${of}.id)`
