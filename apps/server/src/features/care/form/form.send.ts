import type { AccountId, ClientId, FormId, SentFormId } from '@attune/contract/common/ids'
import { wallClockOf, shiftDay, instantOf } from '@attune/contract/common/time/time'
import type { MissingForm, SentForm, SentFormView } from '@attune/contract/features/care/form/form.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, createRefusal, illegalTransition, notFound } from '../../../platform/policy/refusal.ts'
import { notify } from '../../messages/notification/notification.ts'
import { readScan } from './paper/paper.queries.ts'
import { requireForm, sentFormOf, listSentRows } from './form.queries.ts'
import { signatureSql, type StoredSignature } from './form.signature.ts'

/** The local time at which clients are reminded of their forms. */
export const reminderTime = '09:00'

type Recipient = { accountId: AccountId | null; zone: string; isActive: boolean; today: string }

/** Returns the client of the acting therapist, with the zone of the client's account or else the therapist's. Refuses with NOT_FOUND. */
export async function requireRecipient(tx: Tx, clientId: ClientId, now: Date): Promise<Recipient> {
  const { rows } = await sql<Omit<Recipient, 'today'> & { ownZone: string }>`
    select c.account_id as "accountId", coalesce(p.zone, o.zone) as zone, o.zone as "ownZone", c.status <> 'inactive' as "isActive"
    from app.client_state c join app.person o on o.account_id = c.therapist_id left join app.person p on p.account_id = c.account_id
    where c.therapist_id = ${tx.actor.id} and c.id = ${clientId}`.execute(tx.kysely)
  const [row] = rows
  if (!row) throw notFound()
  const { ownZone, ...recipient } = row
  return { ...recipient, today: wallClockOf(now.toISOString(), ownZone).day }
}

/** Returns the forms that were sent to a client, latest first. Refuses with NOT_FOUND. */
export async function listSentForms(tx: Tx, clientId: ClientId, now: Date): Promise<SentForm[]> {
  const { today } = await requireRecipient(tx, clientId, now)
  return (await listSentRows(tx, sql`s.client_id = ${clientId}`)).map((row) => sentFormOf(row, today))
}

export type SentOf = { clientId: ClientId; id: SentFormId }

/** Returns a form that was sent to a client of the acting therapist, and the therapist's day. Refuses with NOT_FOUND. */
export async function requireSent(tx: Tx, { clientId, id }: SentOf, now: Date) {
  const { today } = await requireRecipient(tx, clientId, now)
  const [row] = await listSentRows(tx, sql`s.client_id = ${clientId} and s.id = ${id}`)
  if (!row) throw notFound()
  return { row, today }
}

/** Returns a sent form with its signed content, without the client's draft. Refuses with NOT_FOUND. */
export async function readSentForm(tx: Tx, of: SentOf, now: Date): Promise<SentFormView> {
  const { row, today } = await requireSent(tx, of, now)
  const { rows } = await sql<StoredSignature>`
    select ${signatureSql} from app.form_signature g where g.therapist_id = ${tx.actor.id} and g.sent_form_id = ${of.id}`.execute(
    tx.kysely,
  )
  const { answers = null, ...signature } = rows[0] ?? {}
  return {
    ...sentFormOf(row, today),
    content: row.content,
    scan: await readScan(tx, of.id),
    answers,
    signature: answers === null ? null : (signature as SentFormView['signature']),
  }
}

type Send = SentOf & { formId: FormId; version: number; remindAfterDays: number | null }

/**
 * Sends the confirmed version of a form to a client and notifies them. Repeating the call changes nothing. Refuses with:
 * - NOT_FOUND
 * - NOT_CONFIRMED if the version is not the current and confirmed one
 * - INACTIVE if the record is inactive
 * - ALREADY_SENT if the client has an open copy
 * - CONFLICT if the id is in use, or another request has just sent the form
 */
export async function sendForm(
  tx: Tx,
  { id, clientId, formId, version, remindAfterDays }: Send,
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
  const dueDay =
    remindAfterDays === null ? null : shiftDay(wallClockOf(now.toISOString(), recipient.zone).day, remindAfterDays)
  const { rows } = await sql`
    insert into app.sent_form (id, therapist_id, client_id, form_id, form_version, frozen, text_sha256, sent_at, due_day, remind_at, notified_at)
    values (${id}, ${tx.actor.id}, ${clientId}, ${formId}, ${version}, ${JSON.stringify(form.confirmedContent)}, ${form.confirmedSha256},
      ${now}, ${dueDay}, ${dueDay && instantOf(dueDay, reminderTime, recipient.zone)}, ${recipient.accountId && now})
    on conflict do nothing returning id`.execute(tx.kysely)
  if (!rows.length) throw conflict()
  await notifyFormClient(tx, 'form-sent', { id, accountId: recipient.accountId })
  return sentFormOf((await requireSent(tx, { clientId, id }, now)).row, recipient.today)
}

/** The time in seconds for which the email about a new form waits, so that forms which are sent one after the other are announced by one email. */
const togetherSeconds = 60

/** Notifies the client of a form, in the app and by an email with a link. The title of the form is in neither. */
export async function notifyFormClient(
  tx: Tx,
  type: 'form-sent' | 'form-due',
  { id, accountId }: { id: SentFormId; accountId: AccountId | null },
): Promise<void> {
  if (!accountId) return
  const { rows } = await sql<{ name: string }>`
    select p.name as name from app.person p where p.account_id = ${tx.actor.id}
      and ${accountId} = any (def.my_people())`.execute(tx.kysely)
  const [row] = rows
  if (!row) return
  const email = { actingFor: tx.actor.id, ...(type === 'form-sent' && { delaySeconds: togetherSeconds }) }
  await notify(tx, { to: accountId, type, params: row, about: { type: 'form', id }, person: tx.actor.id, email })
}

/**
 * Replaces an open form by a newer version that the therapist has confirmed, and notifies the client. Repeating the call changes nothing. Refuses
 * with NOT_FOUND, NOT_CONFIRMED and ILLEGAL_TRANSITION.
 */
export async function replaceForm(
  tx: Tx,
  { version, ...of }: SentOf & { version: number },
  now: Date,
): Promise<SentForm> {
  await sql`select from app.sent_form s where s.therapist_id = ${tx.actor.id} and s.id = ${of.id} for update`.execute(
    tx.kysely,
  )
  const { row, today } = await requireSent(tx, of, now)
  if (row.version === version) return sentFormOf(row, today)
  if (row.state !== 'open') throw illegalTransition({ state: row.state })
  const form = await requireForm(tx, row.formId)
  if (form.confirmedVersion !== version || !form.confirmedContent) throw createRefusal('NOT_CONFIRMED', 409)
  await sql`
    update app.sent_form set form_version = ${version}, frozen = ${JSON.stringify(form.confirmedContent)}, text_sha256 = ${form.confirmedSha256},
      replaced_at = ${now} where therapist_id = ${tx.actor.id} and id = ${of.id}`.execute(tx.kysely)
  const { accountId } = await requireRecipient(tx, of.clientId, now)
  await notifyFormClient(tx, 'form-sent', { id: of.id, accountId })
  return sentFormOf((await requireSent(tx, of, now)).row, today)
}

/** Cancels an open form that was sent. Repeating the call changes nothing. Refuses with NOT_FOUND and ILLEGAL_TRANSITION. */
export async function cancelForm(tx: Tx, of: SentOf, now: Date): Promise<void> {
  await sql`select from app.sent_form s where s.therapist_id = ${tx.actor.id} and s.id = ${of.id} for update`.execute(
    tx.kysely,
  )
  const { row } = await requireSent(tx, of, now)
  if (row.state === 'cancelled') return
  if (row.state !== 'open') throw illegalTransition({ state: row.state })
  await sql`update app.sent_form set cancelled_at = ${now} where therapist_id = ${tx.actor.id} and id = ${of.id}`.execute(
    tx.kysely,
  )
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
 * Returns the forms that are missing in a client's record: open forms, withdrawn consents that were not given again, and forms for everyone who
 * joins that were never sent. Refuses with NOT_FOUND.
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
