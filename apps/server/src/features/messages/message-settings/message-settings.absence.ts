import type { MessageAbsenceId } from '@attune/contract/common/ids'
import type { MessageAbsence } from '@attune/contract/features/messages/message-settings/message-settings'
import { absenceProblem } from '@attune/contract/features/messages/message-settings/message-settings.rules'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'

/** Sets the acting therapist’s absence. Repeating the call changes nothing. Refuses with INVALID_SPAN and the reason if its times are not valid. */
export async function saveMessageAbsence(tx: Tx, absence: MessageAbsence, now: Date): Promise<void> {
  const reason = absenceProblem(absence, now)
  if (reason) throw createRefusal('INVALID_SPAN', 409, { reason })
  const columns = {
    absence_id: absence.id,
    absence_starts: absence.startsAt,
    absence_ends: absence.endsAt,
    absence_text: absence.text,
  }
  await tx.kysely
    .insertInto('message_settings')
    .values({ therapist_id: tx.actor.id, ...columns })
    .onConflict((on) => on.column('therapist_id').doUpdateSet(columns))
    .execute()
}

/** Ends or removes the acting therapist’s absence, but keeps its text. Changes nothing if the absence has another id. */
export async function endMessageAbsence(tx: Tx, id: MessageAbsenceId): Promise<void> {
  await tx.kysely
    .updateTable('message_settings')
    .set({ absence_id: null, absence_starts: null, absence_ends: null })
    .where('therapist_id', '=', tx.actor.id)
    .where('absence_id', '=', id)
    .execute()
}
