import type { FormAnswers, FormSignature } from '@attune/contract/features/care/form/form.schemas'
import { sql } from 'kysely'

export type StoredSignature = FormSignature & { answers: FormAnswers }

/** SQL for the columns of a signature `g`. */
export const signatureSql = sql`g.answers, g.typed_name as "typedName", g.guardian_name as "guardianName",
  g.guardian_relation as "guardianRelation", g.signed_at as "signedAt", g.form_version as version, g.shown_sha256 as sha256, g.method`
