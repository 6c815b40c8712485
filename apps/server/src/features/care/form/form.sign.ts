import type { ClientId, FormTicketId, SentFormId, TherapistId } from '@attune/contract/common/ids'
import {
  chosenSafetyOptions,
  fittingAnswers,
  isEmptyAnswer,
  isSignedForm,
  shownText,
  type TicketWay,
  unansweredFields,
} from '@attune/contract/features/care/form/form.rules'
import type { FormAnswers, OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { createRefusal, illegalTransition } from '../../../platform/policy/refusal.ts'
import { sha256Of } from '../../../platform/secrets/sha256.ts'
import { lockOwnForm, notifyTherapist, requireOwnForm } from './form.fill.ts'

export type Sign = {
  id: SentFormId
  version: number
  sha256: string
  answers: FormAnswers
  typedName: string
  command: string
  /** The ticket of a guardian without an account. */
  ticket?: { id: FormTicketId; way: TicketWay }
}

/** Reads a form as the actor sees it: `readOwnForm` for a client. */
type ReadForm<View extends OwnFormView> = (tx: Tx, id: SentFormId, now: Date) => Promise<View>

/**
 * Signs a form as the acting client, or as a guardian of the client with or without an account: stores what was shown with its SHA-256, ends the
 * draft, notifies the therapist and enqueues the job of the PDF. If an answer indicates a danger, the therapist is notified and has to review the
 * form. Repeating the call changes nothing. Refuses with:
 * - NOT_FOUND
 * - ILLEGAL_TRANSITION if the form is signed or cancelled
 * - NEEDS_GUARDIAN if a parent or guardian has to sign, because the client's login does not sign for them
 * - OUTDATED and the current form, if the version or the text that was shown is not the current one
 * - INCOMPLETE and the missing fields
 */
export async function signForm<View extends OwnFormView>(
  tx: Tx,
  input: Sign,
  now: Date,
  read: ReadForm<View>,
): Promise<View> {
  const { id, command } = input
  const state = await lockOwnForm(tx, id)
  if (await wasSigned(tx, id, command)) return read(tx, id, now)
  if (state !== 'open') throw illegalTransition({ state })
  const form = await requireOwnForm(tx, id, now)
  const view = await read(tx, id, now)
  if (view.isForMinor) throw createRefusal('NEEDS_GUARDIAN', 409)
  const answers = fittingAnswers(form.content, input.answers)
  const shown = sha256Of(shownText({ content: form.content, version: form.version }, answers))
  if (input.version !== form.version || input.sha256 !== shown) throw createRefusal('OUTDATED', 409, view)
  const isSigned = isSignedForm(form.content)
  const needsName = isSigned && isEmptyAnswer(input.typedName)
  const missing = unansweredFields(form.content, answers)
  if (missing.length || needsName) throw createRefusal('INCOMPLETE', 409, { missing, needsName })
  await insertSignature(tx, form, {
    ...input,
    answers,
    typedName: isSigned ? input.typedName : '',
    sha256: shown,
    signedAt: now,
  })
  const isFlagged = chosenSafetyOptions(form.content, answers).length > 0
  await sql`update app.sent_form set signed_at = ${now}, flagged = ${isFlagged} where id = ${id}`.execute(tx.kysely)
  if (!input.ticket)
    await sql`delete from app.form_answer where account_id = ${tx.actor.id} and sent_form_id = ${id}`.execute(tx.kysely)
  await notifyTherapist(tx, isFlagged ? 'form-flagged' : 'form-signed', form)
  await enqueue(tx, { name: 'form-document', data: { sentFormId: id, therapistId: form.therapistId } })
  return read(tx, id, now)
}

async function wasSigned(tx: Tx, id: SentFormId, command: string): Promise<boolean> {
  const { rows } =
    await sql`select from app.form_signature g where g.sent_form_id = ${id} and g.command = ${command}`.execute(
      tx.kysely,
    )
  return rows.length > 0
}

type Signed = Omit<Sign, 'id'> & { signedAt: Date }

/** Stores a signature of the actor's account, or of a ticket. A trigger checks it and adds the guardian's name. */
async function insertSignature(
  tx: Tx,
  { id, therapistId, clientId }: { id: SentFormId; therapistId: TherapistId; clientId: ClientId },
  { version, answers, typedName, sha256, command, signedAt, ticket }: Signed,
): Promise<void> {
  await tx.kysely
    .insertInto('form_signature')
    .values({
      sent_form_id: id,
      therapist_id: therapistId,
      client_id: clientId,
      form_version: version,
      answers: JSON.stringify(answers),
      typed_name: typedName,
      shown_sha256: sha256,
      command,
      signed_at: signedAt,
      ...(ticket ? { method: ticket.way, ticket_id: ticket.id } : { account_id: tx.actor.id }),
    })
    .execute()
}
