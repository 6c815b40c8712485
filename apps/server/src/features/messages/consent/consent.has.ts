import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition that is true if a client record has entries in the ledger of consents to texts, even if the consents were withdrawn. `of` is the
 * alias of a relation with the columns of `app.client_name`.
 */
export const hasTextConsentSql = (of: RawBuilder<unknown>) => sql<boolean>`
  exists (select from app.text_consent x where x.therapist_id = ${of}.therapist_id and x.client_id = ${of}.id)`
