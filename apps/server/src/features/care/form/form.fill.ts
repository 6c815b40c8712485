import type { ClientId, FormTicketId, SentFormId, TherapistId } from '@attune/contract/common/ids'
import { wallClockOf } from '@attune/contract/common/time/time'
import {
  fittingAnswers,
  isForGuardians,
  isMinorOn,
  isSignedByGuardian,
} from '@attune/contract/features/care/form/form.rules'
import type { FormAnswers, FormContent, OwnForm, OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { saveVersioned } from '../../../platform/command/save-versioned.ts'
import type { Actor, Tx } from '../../../platform/database/actor.ts'
import { createRefusal, illegalTransition, notFound } from '../../../platform/policy/refusal.ts'
import { notify } from '../../messages/notification/notification.ts'
import { readScan } from './paper/paper.queries.ts'
import { sentHeadSql, sentStateSql } from './form.queries.ts'
import { signatureSql, type StoredSignature } from './form.signature.ts'
import { findFormDraft, saveFormDraft } from './ticket/draft.ts'

/**
 * SQL for whether the actor fills in or reads a sent form `s`: a client their own forms, and a guardian the forms of the client for whom the guardian
 * acts, without the copies for other guardians. Row security hides the forms that the guardian has no right to see, and those that are kept from
 * guardians. A request with a ticket acts as a worker for the therapist, and its caller has checked that the ticket opens the form.
 */
const ownSql = (actor: Actor) =>
  actor.role === 'guardian'
    ? sql<boolean>`s.client_id = ${actor.actingFor} and (s.guardian_id is null or s.guardian_id in (select g.id from app.acting_guardian g))`
    : actor.role === 'worker'
      ? sql<boolean>`s.therapist_id = ${actor.id}`
      : sql<boolean>`s.account_id = ${actor.id}`

/** SQL for whether a signature `g` is the actor's. Only guardians with a ticket sign without an account. */
const ownSignatureSql = (actor: Actor) =>
  actor.role === 'worker' ? sql<boolean>`g.account_id is null` : sql<boolean>`g.account_id = ${actor.id}`

/** SQL for the columns of a form `s` with its client `c`, the filling person `me` and the therapist `p`. */
const ownHeadSql = (actor: Actor) => sql`${sentHeadSql(actor)}, coalesce(p.name, '') as "therapistName",
  s.therapist_id as "therapistId", s.client_id as "clientId", c.date_of_birth::text as "birthDate", def.majority_age() as "majorityAge",
  c.account_id is not null as "hasAccount", me.zone,
  exists (select from app.form_signature g where g.sent_form_id = s.id and ${ownSignatureSql(actor)}) as "isOwnSignature",
  ${actor.role === 'worker' ? sql`false` : sql`exists (select from app.paper_signature q where q.sent_form_id = s.id and q.ended_at is null)`} as "isOnPaper"`

const ownTablesSql = (actor: Actor) => sql`
  app.sent_form s join app.person me on me.account_id = ${actor.id} left join app.client c on c.therapist_id = s.therapist_id and c.id = s.client_id
    left join app.person p on p.account_id = s.therapist_id`

type OwnHead = Omit<OwnForm, 'needsGuardian' | 'isSignedByGuardian'> & {
  therapistId: TherapistId
  clientId: ClientId
  birthDate: string | null
  majorityAge: number
  hasAccount: boolean
  zone: string
  isOwnSignature: boolean
  isOnPaper: boolean
}
type OwnRow = OwnHead & { content: FormContent }

/** Returns the forms of the acting client, open ones first, then the latest first. Omits cancelled forms. */
export const listOwnForms = async (tx: Tx, now: Date): Promise<OwnForm[]> =>
  (await listFilledForms(tx, now)).map(({ isOwnSignature: _isOwnSignature, isOnPaper: _isOnPaper, ...form }) => form)

/** A form of a list, with the facts about its signature that the actor may learn. */
export type FilledForm = OwnForm & Pick<OwnHead, 'isOwnSignature' | 'isOnPaper'>

/**
 * Returns the forms that the actor fills in or has filled in, as a client or as a guardian, open ones first, then the latest first. Omits cancelled
 * forms, and for a guardian also the forms that are for the client alone. If all guardians must sign copies of a form, a client sees one copy, an
 * unsigned one if there is any.
 */
export async function listFilledForms(tx: Tx, now: Date): Promise<FilledForm[]> {
  const { rows } = await sql<OwnHead & Pick<FormContent, 'fields'>>`
    select ${ownHeadSql(tx.actor)}, jsonb_path_query_array(s.frozen, '$.fields[*] ? (@.type == "signature")') as fields
    from ${ownTablesSql(tx.actor)} where ${ownSql(tx.actor)} and s.cancelled_at is null
      and (${tx.actor.role === 'guardian'} or s.agreement_id is null or s.id = (select o.id from app.sent_form o
        where o.agreement_id = s.agreement_id and o.cancelled_at is null order by o.signed_at is not null and o.withdrawn_at is null, o.id limit 1))
    order by s.signed_at is not null, s.sent_at desc, s.id limit 500`.execute(tx.kysely)
  return rows.flatMap((row) => (isShown(tx, row, row, now) ? [ownItemOf(tx, row, row, now)] : []))
}

/** Whether a guardian signs the form. For a signed form, whether one did, by the client's age at the time. */
function needsGuardian({ fields }: Pick<FormContent, 'fields'>, row: OwnHead, now: Date) {
  const { day } = wallClockOf(row.signedAt ?? now.toISOString(), row.zone)
  return isSignedByGuardian({ fields }, isMinorOn(row.birthDate, day, row.majorityAge))
}

/** Whether the actor sees a form. A form that is for its client alone is hidden from guardians. */
function isShown({ actor }: Tx, content: Pick<FormContent, 'fields'>, row: OwnHead, now: Date): boolean {
  if (actor.role === 'client' || row.isOwnSignature) return true
  return isForGuardians(content, { isMinor: needsGuardian(content, row, now), hasAccount: row.hasAccount })
}

function ownItemOf(
  { actor }: Tx,
  content: Pick<FormContent, 'fields'>,
  row: OwnHead & { fields?: unknown },
  now: Date,
) {
  const { therapistId, clientId, birthDate, majorityAge, hasAccount, zone, fields, ...form } = row
  void [therapistId, clientId, birthDate, majorityAge, hasAccount, zone, fields]
  const isClient = actor.role === 'client'
  return {
    ...form,
    needsGuardian: isClient && form.state === 'open' && needsGuardian(content, row, now),
    isSignedByGuardian: isClient && form.signedAt !== null && !form.isOwnSignature && !form.isOnPaper,
  }
}

/** Returns a form that the actor fills in or reads and that is not cancelled. Refuses with NOT_FOUND. */
export async function requireOwnForm(tx: Tx, id: SentFormId, now: Date): Promise<OwnRow> {
  const { rows } = await sql<OwnRow>`
    select ${ownHeadSql(tx.actor)}, s.frozen as content
    from ${ownTablesSql(tx.actor)} where ${ownSql(tx.actor)} and s.id = ${id} and s.cancelled_at is null`.execute(
    tx.kysely,
  )
  const [row] = rows
  if (!row || !isShown(tx, row.content, row, now)) throw notFound()
  return row
}

/**
 * Returns a form, to be filled in or as it was signed, with the draft of a guardian with a ticket if one is given. A guardian gets no scan of a
 * signature on paper. Refuses with NOT_FOUND.
 */
export async function readOwnForm(
  tx: Tx,
  id: SentFormId,
  now: Date,
  ticketId: FormTicketId | null = null,
): Promise<OwnFormView> {
  const row = await requireOwnForm(tx, id, now)
  const { isOwnSignature, isOnPaper, ...form } = ownItemOf(tx, row.content, row, now)
  void [isOwnSignature, isOnPaper]
  const { content } = row
  const [draft, signed, scan] = await Promise.all([
    findFormDraft(tx, id, ticketId),
    sql<StoredSignature>`select ${signatureSql} from app.form_signature g where g.sent_form_id = ${id}`.execute(
      tx.kysely,
    ),
    tx.actor.role === 'client' ? readScan(tx, id) : null,
  ])
  const { answers, ...signature } = signed.rows[0] ?? {}
  return {
    ...form,
    content,
    scan,
    answers: answers ?? fittingAnswers(content, draft?.answers ?? {}),
    draftVersion: draft?.version ?? 0,
    savedAt: draft?.savedAt ?? null,
    signature: answers === undefined ? null : (signature as OwnFormView['signature']),
    isForMinor: tx.actor.role === 'client' && needsGuardian(content, row, now),
    guardians: [],
  }
}

/** Locks a form that the actor fills in until the transaction ends. Returns its state. Refuses with NOT_FOUND. */
export async function lockOwnForm(tx: Tx, id: SentFormId): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select ${sentStateSql} as state from app.sent_form s where ${ownSql(tx.actor)} and s.id = ${id} for update`.execute(
    tx.kysely,
  )
  const [row] = rows
  if (!row) throw notFound()
  return row.state
}

/**
 * Saves the actor's answers to a form, as a client, as a guardian, or as a guardian with a ticket. Repeating the same content changes nothing.
 * Refuses with NOT_FOUND, with ILLEGAL_TRANSITION, and with CHANGED and the stored draft if another device has saved one.
 */
export async function saveFormAnswers(
  tx: Tx,
  { id, draftVersion, answers }: { id: SentFormId; draftVersion: number; answers: FormAnswers },
  now: Date,
  ticketId: FormTicketId | null = null,
): Promise<{ draftVersion: number; savedAt: string }> {
  const state = await lockOwnForm(tx, id)
  if (state !== 'open') throw illegalTransition({ state })
  const { content, therapistId } = await requireOwnForm(tx, id, now)
  const kept = fittingAnswers(content, answers)
  const before = await findFormDraft(tx, id, ticketId)
  const changed = () =>
    createRefusal('CHANGED', 409, {
      answers: fittingAnswers(content, before?.answers ?? {}),
      draftVersion: before?.version ?? 0,
    })
  const versioned = {
    stored: before,
    base: draftVersion,
    isSame: (stored: { answers: FormAnswers }) => isDeepStrictEqual(stored.answers, kept),
    repeat: 'any',
    current: (stored: { version: number; savedAt: string }) => ({
      draftVersion: stored.version,
      savedAt: stored.savedAt,
    }),
    changed,
  } as const
  return saveVersioned(versioned, async () => {
    const draft = { answers: kept, version: draftVersion + 1, savedAt: now.toISOString() }
    await saveFormDraft(tx, { id, therapistId, ticketId }, draft)
    return { draftVersion: draft.version, savedAt: draft.savedAt }
  })
}

/**
 * Withdraws a signed consent and notifies the therapist. A client may also withdraw a consent that a guardian gave; a guardian may withdraw only
 * their own. Repeating the call changes nothing. Refuses with NOT_FOUND and ILLEGAL_TRANSITION.
 */
export async function withdrawSignedConsent(tx: Tx, id: SentFormId, now: Date): Promise<void> {
  const state = await lockOwnForm(tx, id)
  const form = await requireOwnForm(tx, id, now)
  if (state === 'withdrawn') return
  const isTheirs = tx.actor.role !== 'guardian' || form.isOwnSignature
  if (state !== 'signed' || !form.isConsent || !isTheirs) throw illegalTransition({ state })
  await sql`update app.sent_form set withdrawn_at = ${now} where id = ${id}`.execute(tx.kysely)
  await notifyTherapist(tx, 'consent-withdrawn', form)
}

type TherapistNotice = 'form-signed' | 'form-flagged' | 'consent-withdrawn'

/** Notifies the therapist of an action of the acting client, or of a guardian with or without an account who acts for a client, on a form. */
export async function notifyTherapist(
  tx: Tx,
  type: TherapistNotice,
  { id, therapistId, clientId }: Pick<OwnRow, 'id' | 'therapistId' | 'clientId'>,
): Promise<void> {
  const about = { type: 'client', id: clientId } as const
  if (tx.actor.role !== 'client') {
    const { rows } = await sql<{ name: string; forClient: string }>`
      select g.guardian_name as name, c.name as "forClient" from app.form_signature g join app.client_name c on c.id = ${clientId}
      where g.sent_form_id = ${id} and ${ownSignatureSql(tx.actor)}`.execute(tx.kysely)
    const [params] = rows
    if (params) await notify(tx, { to: therapistId, type, params, about })
    return
  }
  const { rows } = await sql<{ name: string }>`
    select trim(c.first_name || ' ' || c.last_name) as name from app.client_name c where c.id = ${clientId}
      and ${therapistId} = any (def.my_people())`.execute(tx.kysely)
  const [row] = rows
  if (row) await notify(tx, { to: therapistId, type, params: row, about })
}
