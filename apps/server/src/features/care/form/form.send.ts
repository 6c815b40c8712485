import type { ClientId, FormId } from '@attune/contract/common/ids'
import { instantOf, shiftDay, todayIn } from '@attune/contract/common/time/time'
import type { MissingForm, SentForm } from '@attune/contract/features/care/form/form.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, createRefusal } from '../../../platform/policy/refusal.ts'
import { requireForm, sentFormOf, listSentRows } from './form.queries.ts'
import { hasSignersSql, listNewCopies } from './sent/copies.ts'
import { notifyRecipients } from './sent/recipients.ts'
import { listSentForms, requireRecipient, requireSent, type SentOf } from './sent/sent.ts'

/** The local time at which clients are reminded of their forms. */
export const reminderTime = '09:00'

type Send = SentOf & {
  formId: FormId
  version: number
  remindAfterDays: number | null
  needsAllGuardians?: boolean | undefined
}

/**
 * Sends the confirmed version of a form to a client, and notifies the client and the guardians who sign it. If all guardians must sign, each gets a
 * copy. Repeating the call changes nothing. Refuses with:
 * - NOT_FOUND
 * - NOT_CONFIRMED if the version is not the current and confirmed one
 * - INACTIVE if the record is inactive
 * - ALREADY_SENT if the client has an open copy
 * - TOO_FEW_GUARDIANS if all guardians must sign and fewer than two can, or the form needs none
 * - CONFLICT if the id is in use, or another request has just sent the form
 */
export async function sendForm(
  tx: Tx,
  { id, clientId, formId, version, remindAfterDays, needsAllGuardians = false }: Send,
  now: Date,
): Promise<SentForm> {
  const recipient = await requireRecipient(tx, clientId, now)
  const form = await requireForm(tx, formId, true)
  const earlier = await listSentRows(tx, sql`s.client_id = ${clientId} and s.form_id = ${formId}`)
  const repeat = earlier.find((row) => row.id === id)
  if (repeat) return sentFormOf(repeat, recipient.today)
  if (form.confirmedVersion !== version || form.version !== version || !form.confirmedContent)
    throw createRefusal('NOT_CONFIRMED', 409)
  if (!recipient.isActive) throw createRefusal('INACTIVE', 409)
  if (earlier.some(({ state }) => state === 'open')) throw createRefusal('ALREADY_SENT', 409)
  const dueDay = remindAfterDays === null ? null : shiftDay(todayIn(recipient.zone, now), remindAfterDays)
  const copies = needsAllGuardians
    ? await listNewCopies(tx, { id, clientId, content: form.confirmedContent }, recipient)
    : [{ id, guardianId: null }]
  for (const copy of copies) {
    const { rows } = await sql`
      insert into app.sent_form (id, therapist_id, client_id, form_id, form_version, frozen, text_sha256, sent_at, due_day, remind_at, notified_at,
        guardian_id, agreement_id)
      values (${copy.id}, ${tx.actor.id}, ${clientId}, ${formId}, ${version}, ${JSON.stringify(form.confirmedContent)}, ${form.confirmedSha256},
        ${now}, ${dueDay}, ${dueDay && instantOf(dueDay, reminderTime, recipient.zone)},
        case when ${recipient.accountId !== null} or ${hasSignersSql(clientId)} then ${now}::timestamptz end, ${copy.guardianId}, ${copy.guardianId && id})
      on conflict do nothing returning id`.execute(tx.kysely)
    if (!rows.length) throw conflict()
    await notifyRecipients(tx, 'form-sent', copy.id, now)
  }
  return sentFormOf((await requireSent(tx, { clientId, id }, now)).row, recipient.today)
}

/**
 * Marks the answers of a form that indicate a danger as reviewed by the acting therapist. Repeating the call changes nothing. Refuses with
 * NOT_FOUND.
 */
export async function acknowledgeForm(tx: Tx, of: SentOf, now: Date): Promise<void> {
  await requireSent(tx, of, now)
  await sql`
    update app.sent_form set acknowledged_at = ${now}
    where therapist_id = ${tx.actor.id} and id = ${of.id} and flagged and acknowledged_at is null`.execute(tx.kysely)
}

/**
 * Returns the forms that are missing in a client's record: open forms, withdrawn consents that were not given again, and forms that each joining
 * client gets but that were never sent to this client. Refuses with NOT_FOUND.
 */
export async function listMissingForms(tx: Tx, clientId: ClientId, now: Date): Promise<MissingForm[]> {
  const sent = await listSentForms(tx, clientId, now)
  const { rows: joining } = await sql<{ id: FormId; title: string }>`
    select f.id, f.confirmed_content->>'title' as title from app.form f
    where f.therapist_id = ${tx.actor.id} and f.is_sent_on_joining and f.deleted_at is null
    order by lower(f.confirmed_content->>'title'), f.id`.execute(tx.kysely)
  const lacking = sent.flatMap(
    ({ id: sentFormId, formId, title, state, sentAt, withdrawnAt, dueDay }): MissingForm[] => {
      if (state === 'open') return [{ reason: 'unsigned', formId, sentFormId, title, since: sentAt, dueDay }]
      const isGivenAgain = sent.some((other) => other.formId === formId && ['open', 'signed'].includes(other.state))
      return state === 'withdrawn' && !isGivenAgain
        ? [{ reason: 'withdrawn', formId, sentFormId, title, since: withdrawnAt, dueDay: null }]
        : []
    },
  )
  const unsent = joining.filter(({ id }) => !sent.some(({ formId, state }) => formId === id && state !== 'cancelled'))
  return [
    ...lacking,
    ...unsent.map(({ id, title }) => ({
      reason: 'unsent' as const,
      formId: id,
      sentFormId: null,
      title,
      since: null,
      dueDay: null,
    })),
  ]
}
