import { type RawBuilder, sql } from 'kysely'

/** SQL condition: a client record has a treatment plan or a diagnosis. `of` is the alias of a relation with the columns of `app.client_name`. */
export const hasTreatmentPlanSql = (of: RawBuilder<unknown>) => sql<boolean>`
  (exists (select from app.treatment_plan_version x where x.therapist_id = ${of}.therapist_id and x.client_id = ${of}.id)
    or exists (select from app.diagnosis x where x.therapist_id = ${of}.therapist_id and x.client_id = ${of}.id))`
