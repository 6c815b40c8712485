import type { FormTicketId, TherapistId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import { languageFrom, translate } from '../../../../platform/text/translations.ts'

export type FormCodeJob = { ticketId: FormTicketId; generation: number; therapistId: TherapistId }

/**
 * Runs a job of the queue `form-code`: sends the code of a link to the number on the guardian's contact, at most once. Sends nothing if the link no
 * longer opens its form. The text names neither the client nor the guardian.
 */
export async function sendFormCode(
  { auth, clock, db, texts }: Pick<AppContext, 'auth' | 'clock' | 'db' | 'texts'>,
  { ticketId, generation, therapistId }: FormCodeJob,
): Promise<void> {
  const worker = { role: 'worker', id: therapistId } as const
  const claimed = await db.asActor(worker, async ({ kysely }) => {
    const { rows } = await sql<{ number: string; language: string }>`
      update app.form_ticket t set text_state = 'sending'
      where t.therapist_id = ${therapistId} and t.id = ${ticketId} and t.generation = ${generation} and t.text_state = 'waiting'
        and def.does_form_ticket_open(t.id, ${clock.now()}) returning t.text_number as number, t.language`.execute(
      kysely,
    )
    return rows[0] ?? null
  })
  if (!claimed) return
  const from = texts.senderOf('sms', therapistId)
  const code = auth.oneTimeTokens.digitsOf('form-ticket', ticketId, generation)
  const body = translate(languageFrom(claimed.language), 'text.code', { name: texts.settings().nameInTexts, code })
  // If the call itself fails, it is unknown whether the provider has the text. The therapist can send a new link.
  const outcome = from
    ? await texts
        .send({ deliveryId: null, channel: 'sms', from, to: claimed.number, body })
        .catch(() => ({ state: 'uncertain' }) as const)
    : null
  const state = outcome?.state === 'accepted' ? 'sent' : 'failed'
  await db.asActor(worker, ({ kysely }) =>
    sql`update app.form_ticket set text_state = ${state} where therapist_id = ${therapistId} and id = ${ticketId} and generation = ${generation}`.execute(
      kysely,
    ),
  )
}
