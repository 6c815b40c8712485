import type { ClientId, SentFormId, TherapistId } from '@attune/contract/common/ids'
import { wallClockOf } from '@attune/contract/common/time/time'
import { fittingAnswers, isMinorOn, isSignedByGuardian } from '@attune/contract/features/care/form/form.rules'
import type { FormAnswers, FormContent, OwnForm, OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { saveVersioned } from '../../../platform/command/save-versioned.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal, illegalTransition, notFound } from '../../../platform/policy/refusal.ts'
import { notify } from '../../messages/notification/notification.ts'
import { readScan } from './paper/paper.queries.ts'
import { sentHeadSql, sentStateSql } from './form.queries.ts'
import { signatureSql, type StoredSignature } from './form.signature.ts'

const ownHeadSql = sql`${sentHeadSql}, coalesce(p.name, '') as "therapistName"`

/** Returns the forms of the acting client, open ones first, then the latest first. Cancelled ones are not among them. */
export async function listOwnForms(tx: Tx, now: Date): Promise<OwnForm[]> {
  const { rows } = await sql<OwnHead & Pick<FormContent, 'fields'>>`
    select ${ownHeadSql}, jsonb_path_query_array(s.frozen, '$.fields[*] ? (@.type == "signature")') as fields,
      c.date_of_birth::text as "birthDate", me.zone
    from app.sent_form s join app.person me on me.account_id = ${tx.actor.id} left join app.client c on c.id = s.client_id
      left join app.person p on p.account_id = s.therapist_id
    where s.account_id = ${tx.actor.id} and s.cancelled_at is null
    order by s.signed_at is not null, s.sent_at desc, s.id limit 500`.execute(tx.kysely)
  return rows.map(({ fields, birthDate, zone, ...form }) => ({
    ...form,
    needsGuardian: form.state === 'open' && isSignedByGuardian({ fields }, isMinorNow(birthDate, zone, now)),
  }))
}

type OwnHead = Omit<OwnForm, 'needsGuardian'> & { birthDate: string | null; zone: string }
type OwnRow = OwnHead & { content: FormContent; therapistId: TherapistId; clientId: ClientId }

const isMinorNow = (birthDate: string | null, zone: string, now: Date) =>
  isMinorOn(birthDate, wallClockOf(now.toISOString(), zone).day)

/** Returns a form of the acting client that is not cancelled. Refuses with NOT_FOUND. */
export async function requireOwnForm(tx: Tx, id: SentFormId): Promise<OwnRow> {
  const { rows } = await sql<OwnRow>`
    select ${ownHeadSql}, s.frozen as content, s.therapist_id as "therapistId", s.client_id as "clientId",
      c.date_of_birth::text as "birthDate", me.zone
    from app.sent_form s join app.client c on c.id = s.client_id join app.person me on me.account_id = ${tx.actor.id}
      left join app.person p on p.account_id = s.therapist_id
    where s.account_id = ${tx.actor.id} and s.id = ${id} and s.cancelled_at is null`.execute(tx.kysely)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

type Draft = { answers: FormAnswers; version: number; savedAt: string }

async function findFormDraft(tx: Tx, id: SentFormId): Promise<Draft | null> {
  const { rows } = await sql<Draft>`
    select answers, version, saved_at as "savedAt" from app.form_answer where account_id = ${tx.actor.id} and sent_form_id = ${id}`.execute(
    tx.kysely,
  )
  return rows[0] ?? null
}

/** Returns a form of the acting client, to be filled in or as it was signed. Refuses with NOT_FOUND. */
export async function readOwnForm(tx: Tx, id: SentFormId, now: Date): Promise<OwnFormView> {
  const { content, therapistId, clientId, birthDate, zone, ...form } = await requireOwnForm(tx, id)
  void [therapistId, clientId]
  const [draft, signed, scan] = await Promise.all([
    findFormDraft(tx, id),
    sql<StoredSignature>`select ${signatureSql} from app.form_signature g where g.sent_form_id = ${id}`.execute(
      tx.kysely,
    ),
    readScan(tx, id),
  ])
  const { answers, ...signature } = signed.rows[0] ?? {}
  const isForMinor = isSignedByGuardian(content, isMinorNow(birthDate, zone, now))
  return {
    ...form,
    content,
    scan,
    answers: answers ?? fittingAnswers(content, draft?.answers ?? {}),
    draftVersion: draft?.version ?? 0,
    savedAt: draft?.savedAt ?? null,
    signature: answers === undefined ? null : (signature as OwnFormView['signature']),
    isForMinor,
    needsGuardian: isForMinor && form.state === 'open',
    guardians: [],
  }
}

/** Locks a form of the acting client until the transaction ends. Returns its state. Refuses with NOT_FOUND. */
export async function lockOwnForm(tx: Tx, id: SentFormId): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select ${sentStateSql} as state from app.sent_form s where s.account_id = ${tx.actor.id} and s.id = ${id} for update`.execute(
    tx.kysely,
  )
  const [row] = rows
  if (!row) throw notFound()
  return row.state
}

/**
 * Saves the acting client's answers to a form. Repeating the same content changes nothing. Refuses with NOT_FOUND, with ILLEGAL_TRANSITION, and
 * with CHANGED and the stored draft if another device has saved one.
 */
export async function saveFormAnswers(
  tx: Tx,
  { id, draftVersion, answers }: { id: SentFormId; draftVersion: number; answers: FormAnswers },
  now: Date,
): Promise<{ draftVersion: number; savedAt: string }> {
  const state = await lockOwnForm(tx, id)
  if (state !== 'open') throw illegalTransition({ state })
  const { content, therapistId } = await requireOwnForm(tx, id)
  const kept = fittingAnswers(content, answers)
  const before = await findFormDraft(tx, id)
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
    await sql`
      insert into app.form_answer (account_id, therapist_id, sent_form_id, answers, version, saved_at)
      values (${tx.actor.id}, ${therapistId}, ${id}, ${JSON.stringify(kept)}, ${draftVersion + 1}, ${now})
      on conflict (account_id, sent_form_id) do update set answers = excluded.answers, version = excluded.version, saved_at = excluded.saved_at`.execute(
      tx.kysely,
    )
    return { draftVersion: draftVersion + 1, savedAt: now.toISOString() }
  })
}

/** Withdraws a signed consent and notifies the therapist. Repeating the call changes nothing. Refuses with NOT_FOUND and ILLEGAL_TRANSITION. */
export async function withdrawSignedConsent(tx: Tx, id: SentFormId, now: Date): Promise<OwnFormView> {
  const state = await lockOwnForm(tx, id)
  if (state === 'withdrawn') return readOwnForm(tx, id, now)
  const form = await requireOwnForm(tx, id)
  if (state !== 'signed' || !form.isConsent) throw illegalTransition({ state })
  await sql`update app.sent_form set withdrawn_at = ${now} where account_id = ${tx.actor.id} and id = ${id}`.execute(
    tx.kysely,
  )
  await notifyTherapist(tx, 'consent-withdrawn', form)
  return readOwnForm(tx, id, now)
}

/** Notifies the therapist of an action of the acting client on a form. */
export async function notifyTherapist(
  tx: Tx,
  type: 'form-signed' | 'form-flagged' | 'consent-withdrawn',
  { therapistId, clientId }: Pick<OwnRow, 'therapistId' | 'clientId'>,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select trim(c.first_name || ' ' || c.last_name) as name from app.client_name c where c.id = ${clientId}
      and ${therapistId} = any (def.my_people())`.execute(tx.kysely)
  const [row] = rows
  if (row) await notify(tx, { to: therapistId, type, params: row, about: { type: 'client', id: clientId } })
}
