import { languages } from '@attune/contract/common/text/text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { ReminderText } from '@attune/contract/features/billing/payment/payment.reminder-texts'
import { type ReminderStep, reminderSteps } from '@attune/contract/features/billing/payment/payment.rules'
import type { Tx } from '../../../../platform/database/actor.ts'
import { standardReminder } from '../../billing-document/billing-document.ts'

/** Returns the acting therapist's texts of the three steps, in every language. */
export async function listReminderTexts(tx: Tx): Promise<ReminderText[]> {
  const rows = await tx.kysely
    .selectFrom('reminder_text')
    .select(['language', 'step', 'text'])
    .where('therapist_id', '=', tx.actor.id)
    .execute()
  const own = new Map(rows.map(({ language, step, text }) => [`${language} ${step}`, text]))
  return languages.flatMap((language) =>
    reminderSteps.map((step) => ({
      language,
      step,
      own: own.get(`${language} ${step}`) ?? null,
      standard: standardReminder(language, step),
    })),
  )
}

/** Saves the acting therapist's text of a step in a language, or removes it if `own` is null. Repeating the call changes nothing. */
export async function saveReminderText(
  tx: Tx,
  { language, step, own }: { language: Language; step: ReminderStep; own: string | null },
): Promise<ReminderText[]> {
  const therapistId = tx.actor.id
  if (own === null)
    await tx.kysely
      .deleteFrom('reminder_text')
      .where('therapist_id', '=', therapistId)
      .where('language', '=', language)
      .where('step', '=', step)
      .execute()
  else
    await tx.kysely
      .insertInto('reminder_text')
      .values({ therapist_id: therapistId, language, step, text: own })
      .onConflict((on) => on.columns(['therapist_id', 'language', 'step']).doUpdateSet({ text: own }))
      .execute()
  return listReminderTexts(tx)
}

/** Returns the acting therapist's own text of a step in a language; null if the text of the product applies. */
export async function findOwnReminderText(tx: Tx, language: Language, step: ReminderStep): Promise<string | null> {
  const row = await tx.kysely
    .selectFrom('reminder_text')
    .select('text')
    .where('therapist_id', '=', tx.actor.id)
    .where('language', '=', language)
    .where('step', '=', step)
    .executeTakeFirst()
  return row?.text ?? null
}
