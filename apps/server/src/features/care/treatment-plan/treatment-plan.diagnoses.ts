import type { ClientId, DiagnosisId } from '@attune/contract/common/ids'
import type {
  Diagnosis,
  DiagnosisFavorite,
  DiagnosisInput,
} from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { planLimits } from '@attune/contract/features/care/treatment-plan/treatment-plan.rules'
import { sql } from 'kysely'
import { saveVersioned } from '../../../platform/command/save-versioned.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { requireNotHeld } from '../record-retention/record-retention.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { listDiagnoses, lockRecord } from './treatment-plan.queries.ts'

/**
 * Adds or edits a diagnosis of a client of the acting therapist, and saves its code as a favorite. Repeating the call changes nothing. Refuses with
 * NOT_FOUND, with CHANGED and the current diagnosis if `version` is not the stored one, and with TOO_MANY_DIAGNOSES.
 */
export async function saveDiagnosis(tx: Tx, input: DiagnosisInput, now: Date): Promise<Diagnosis> {
  await lockRecord(tx, input.clientId)
  const before = await listDiagnoses(tx, input.clientId)
  const known = before.find(({ id }) => id === input.id)
  const write = () => writeDiagnosis(tx, input, known, now)
  if (known) {
    const [base, changed] = [input.version, () => createRefusal('CHANGED', 409, known)]
    return saveVersioned(
      {
        stored: known,
        base,
        isSame: (one) => isSameDiagnosis(one, input),
        repeat: 'next',
        current: (one) => one,
        changed,
      },
      write,
    )
  }
  if (input.version > 0) throw notFound()
  if (before.length >= planLimits.diagnoses) throw createRefusal('TOO_MANY_DIAGNOSES', 409)
  return write()
}

/** Inserts or updates a diagnosis, and saves a changed code as a favorite. */
async function writeDiagnosis(
  tx: Tx,
  input: DiagnosisInput,
  known: Diagnosis | undefined,
  now: Date,
): Promise<Diagnosis> {
  const { system, code, text, from, until } = input
  if (known)
    await sql`
      update app.diagnosis set system = ${system}, code = ${code}, text = ${text}, from_day = ${from}, until_day = ${until},
        version = ${input.version + 1}, updated_at = ${now}
      where therapist_id = ${tx.actor.id} and client_id = ${input.clientId} and id = ${input.id}`.execute(tx.kysely)
  else
    await sql`
      insert into app.diagnosis (id, therapist_id, client_id, system, code, text, from_day, until_day, version, updated_at)
      values (${input.id}, ${tx.actor.id}, ${input.clientId}, ${system}, ${code}, ${text}, ${from}, ${until}, 1, ${now})`.execute(
      tx.kysely,
    )
  if (known?.code !== code || known.text !== text) await keepFavorite(tx, { system, code, text }, now)
  return { id: input.id, system, code, text, from, until, version: input.version + 1, shared: known?.shared ?? false }
}

const isSameDiagnosis = (one: Diagnosis, other: DiagnosisInput): boolean =>
  (['system', 'code', 'text', 'from', 'until'] as const).every((field) => one[field] === other[field])

async function keepFavorite(tx: Tx, { system, code, text }: DiagnosisFavorite, now: Date): Promise<void> {
  await sql`
    insert into app.diagnosis_favorite (therapist_id, system, code, text, used_at)
    values (${tx.actor.id}, ${system}, ${code}, ${text}, ${now})
    on conflict (therapist_id, system, code) do update set text = excluded.text, used_at = excluded.used_at`.execute(
    tx.kysely,
  )
}

/** Deletes a diagnosis of a client of the acting therapist. Refuses with NOT_FOUND and HELD. */
export async function removeDiagnosis(
  tx: Tx,
  { clientId, id }: { clientId: ClientId; id: DiagnosisId },
): Promise<void> {
  const { rows } = await sql`
    delete from app.diagnosis where therapist_id = ${tx.actor.id} and client_id = ${clientId} and id = ${id} returning id`.execute(
    tx.kysely,
  )
  if (!rows.length) throw notFound()
  await requireNotHeld(tx, clientId)
}

/** Returns the codes that the acting therapist has used: those of the most diagnoses first, then the latest. */
export async function listDiagnosisFavorites(tx: Tx): Promise<DiagnosisFavorite[]> {
  const { rows } = await sql<DiagnosisFavorite>`
    select f.system, f.code, f.text from app.diagnosis_favorite f
    left join (select d.system, d.code, count(*) as uses from app.diagnosis d where d.therapist_id = ${tx.actor.id} group by 1, 2) u
      on u.system = f.system and u.code = f.code
    where f.therapist_id = ${tx.actor.id}
    order by coalesce(u.uses, 0) desc, f.used_at desc, f.code limit ${planLimits.favorites}`.execute(tx.kysely)
  return rows
}

/** Removes a code from the favorites. Repeating the call changes nothing. */
export async function removeDiagnosisFavorite(
  tx: Tx,
  { system, code }: Pick<DiagnosisFavorite, 'system' | 'code'>,
): Promise<void> {
  await sql`
    delete from app.diagnosis_favorite where therapist_id = ${tx.actor.id} and system = ${system} and code = ${code}`.execute(
    tx.kysely,
  )
}
