import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition that is true if a client record has entries in the ledger of consents to the assistant, even if the consent was withdrawn. `of` is
 * the alias of a relation with the columns of `app.client_name`.
 */
export const hasAssistantConsentSql = (of: RawBuilder<unknown>) => sql<boolean>`
  exists (select from app.assistant_consent x where x.therapist_id = ${of}.therapist_id and x.client_id = ${of}.id)`
