import type { ClientId, FormId, SentFormId } from '@attune/contract/common/ids'
import {
  isForGuardians,
  isMinorOn,
  isSignedByGuardian,
  problemsOfForm,
} from '@attune/contract/features/care/form/form.rules'
import type { FormContent, FormItem, FormView, SentForm } from '@attune/contract/features/care/form/form.schemas'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, Tx } from '../../../platform/database/actor.ts'
import {
  amongSql,
  foldedSql,
  nameRankSql,
  type NameSearch,
  readFoundNames,
} from '../../../platform/database/name-search.ts'
import { otherPersonSql } from '../../people/profile/profile.ts'
import { notFound } from '../../../platform/policy/refusal.ts'

/** SQL for the columns of a form `f` in lists. */
const headSql = sql`f.id, f.content->>'title' as title, f.template, (f.content->>'isConsent')::boolean as "isConsent", f.version,
  f.confirmed_version as "confirmedVersion", f.confirmed_at as "confirmedAt", f.is_sent_on_joining as "isSentOnJoining"`

/** Returns the forms of the acting therapist that are not deleted, by title. */
export async function listForms(tx: Tx): Promise<FormItem[]> {
  const { rows } = await sql<FormItem>`
    select ${headSql} from app.form f where f.therapist_id = ${tx.actor.id} and f.deleted_at is null
    order by lower(f.content->>'title'), f.id`.execute(tx.kysely)
  return rows
}

type StoredForm = FormItem & {
  content: FormContent
  confirmedContent: FormContent | null
  confirmedSha256: string | null
  isDeleted: boolean
}

/** Returns a form of the acting therapist, deleted or not. With `lock`, locks it until the transaction ends. */
export async function findStoredForm(tx: Tx, id: FormId, lock = false): Promise<StoredForm | null> {
  const { rows } = await sql<StoredForm>`
    select ${headSql}, f.content, f.confirmed_content as "confirmedContent", f.confirmed_sha256 as "confirmedSha256",
      f.deleted_at is not null as "isDeleted"
    from app.form f where f.therapist_id = ${tx.actor.id} and f.id = ${id} ${lock ? sql`for update` : sql``}`.execute(
    tx.kysely,
  )
  return rows[0] ?? null
}

/** Returns a form that is not deleted. Refuses with NOT_FOUND. */
export async function requireForm(tx: Tx, id: FormId, lock = false): Promise<StoredForm> {
  const form = await findStoredForm(tx, id, lock)
  if (!form || form.isDeleted) throw notFound()
  return form
}

export function formViewOf({ confirmedContent, confirmedSha256, isDeleted, ...form }: StoredForm): FormView {
  void [confirmedContent, confirmedSha256, isDeleted]
  return { ...form, problems: problemsOfForm(form.content) }
}

/** SQL for the state of a sent form `s`. */
export const sentStateSql = sql`case when s.cancelled_at is not null then 'cancelled' when s.withdrawn_at is not null then 'withdrawn'
  when s.signed_at is not null then 'signed' else 'open' end`

/** SQL for the signature on paper of a sent form `s`. Null for a guardian, also one with a ticket, because it contains the name of the signer. */
const paperSql = (role: Actor['role']) =>
  role === 'guardian' || role === 'worker'
    ? sql`null::json`
    : sql`(select json_build_object('id', q.id, 'signerName', q.signer_name, 'signedOn', q.signed_on)
  from app.paper_signature q where q.therapist_id = s.therapist_id and q.sent_form_id = s.id and q.ended_at is null)`

/** SQL for the columns of a sent form `s` that lists show to everyone who may see the form. */
export const sentHeadSql = ({
  role,
}: Actor) => sql`s.id, s.frozen->>'title' as title, (s.frozen->>'isConsent')::boolean as "isConsent", ${sentStateSql} as state,
  s.form_version as version, s.sent_at as "sentAt", s.replaced_at as "replacedAt", s.due_day::text as "dueDay", s.signed_at as "signedAt",
  s.withdrawn_at as "withdrawnAt", s.frozen->'fields' @> '[{"type": "signature"}]' as "hasSignature", exists (select from app.form_document d where d.sent_form_id = s.id) as "isReady", ${paperSql(role)} as paper`

/** SQL for whether the therapist must review the answers of a sent form `s`. */
const flagSql = sql`case when not s.flagged then 'none' when s.acknowledged_at is null then 'raised' else 'acknowledged' end`

/** SQL for the name of the guardian who signed a sent form `s` (its signature is `g`), or else of the guardian for whom this copy is. */
const guardianNameSql = sql`coalesce(nullif(g.guardian_name, ''),
  (select l.name from app.guardian_label l where l.therapist_id = s.therapist_id and l.id = s.guardian_id), '')`

/** SQL for the names of the guardians who can sign a sent form `s` with their accounts. */
const signersSql = sql`array(select l.name from app.guardian_label l
  where l.therapist_id = s.therapist_id and l.client_id = s.client_id and l.account_id is not null and l.ended_at is null and l.paused_at is null
    and (l.rights ->> 'forms')::timestamptz <= s.sent_at and not s.kept_from_guardians and coalesce(s.guardian_id, l.id) = l.id
  order by l.name, l.id)`

/** SQL for the agreement of a sent form `s`, with the names of the guardians who have not signed their copies. */
const agreementSql = sql`case when s.agreement_id is not null then json_build_object('id', s.agreement_id, 'missing',
  array(select l.name from app.sent_form o join app.guardian_label l on l.therapist_id = o.therapist_id and l.id = o.guardian_id
    where o.therapist_id = s.therapist_id and o.agreement_id = s.agreement_id and (o.signed_at is null or o.withdrawn_at is not null)
    order by l.name, l.id)) end`

type SentRow = Omit<SentForm, 'needsGuardian' | 'isForGuardians'> & {
  content: FormContent
  birthDate: string | null
  majorityAge: number
  hasAccount: boolean
}

/** Returns sent forms of the acting therapist with their content, latest first. */
export async function listSentRows(tx: Tx, which: RawBuilder<unknown>): Promise<SentRow[]> {
  const { rows } = await sql<SentRow>`
    select ${sentHeadSql(tx.actor)}, s.form_id as "formId", s.cancelled_at as "cancelledAt", ${flagSql} as flag, s.frozen as content,
      case when f.deleted_at is null and f.confirmed_version > s.form_version then f.confirmed_version end as "newerVersion",
      ${guardianNameSql} as "guardianName", g.method, s.kept_from_guardians as "isKept", ${signersSql} as "waitsFor",
      ${agreementSql} as agreement, c.date_of_birth::text as "birthDate", def.majority_age() as "majorityAge", c.account_id is not null as "hasAccount"
    from app.sent_form s join app.client c on c.therapist_id = s.therapist_id and c.id = s.client_id
      left join app.form f on f.therapist_id = s.therapist_id and f.id = s.form_id
      left join app.form_signature g on g.therapist_id = s.therapist_id and g.sent_form_id = s.id
    where s.therapist_id = ${tx.actor.id} and ${which} order by s.sent_at desc, s.id limit 500`.execute(tx.kysely)
  return rows
}

/** Converts a row to an item of the list of sent forms. `today` is the current day in the therapist's zone. */
export function sentFormOf({ content, birthDate, majorityAge, hasAccount, ...row }: SentRow, today: string): SentForm {
  const isMinor = isMinorOn(birthDate, today, majorityAge)
  const [isOpen, forGuardians] = [row.state === 'open', isForGuardians(content, { isMinor, hasAccount })]
  return {
    ...row,
    needsGuardian: isOpen && isSignedByGuardian(content, isMinor),
    isForGuardians: forGuardians || row.guardianName !== '',
    waitsFor: isOpen && forGuardians ? row.waitsFor : [],
  }
}

type SubmittedForm = { id: SentFormId; title: string; signedAt: string; needsReview: boolean }

/**
 * Returns at most `limit` forms that a client of the acting therapist submitted since an instant, and those whose answers the therapist must still
 * review, whatever their date. Those to review come first, then the newest.
 */
export async function listSubmittedForms(
  tx: Tx,
  clientId: ClientId,
  since: Date | string,
  limit: number,
): Promise<SubmittedForm[]> {
  const { rows } = await sql<SubmittedForm>`
    select s.id, s.frozen ->> 'title' as title, s.signed_at as "signedAt", s.flagged and s.acknowledged_at is null as "needsReview"
    from app.sent_form s
    where s.therapist_id = ${tx.actor.id} and s.client_id = ${clientId} and s.signed_at is not null and s.withdrawn_at is null
      and (s.signed_at > ${since} or s.flagged and s.acknowledged_at is null)
    order by 4 desc, s.signed_at desc, s.id limit ${limit}`.execute(tx.kysely)
  return rows
}

/** Finds the acting therapist's forms by their title. */
export const findFormsByTitle = (tx: Tx, search: NameSearch) =>
  readFoundNames(
    tx,
    search,
    sql`select f.id, null as "clientId", f.content->>'title' as title, '' as person, null::timestamptz as at,
        ${nameRankSql(search, foldedSql(sql`(f.content->>'title')`))} as rank
      from app.form f where f.therapist_id = ${tx.actor.id} and f.deleted_at is null`,
  )

/** Finds the forms that the acting therapist sent, or that the acting client received, by their title, also together with the other person's name. */
export const findSentFormsByTitle = (tx: Tx, search: NameSearch) => {
  const isClient = tx.actor.role === 'client'
  const own = isClient ? sql`s.account_id = ${tx.actor.id}` : sql`s.therapist_id = ${tx.actor.id}`
  const person = otherPersonSql(tx.actor.role, 's')
  return readFoundNames(
    tx,
    search,
    sql`select s.id, s.client_id as "clientId", s.title, ${person} as person, s.sent_at as at,
        ${nameRankSql(search, foldedSql(sql`s.title`), foldedSql(person))} as rank
      from (select s.id, s.therapist_id, s.client_id, s.sent_at, s.frozen->>'title' as title from app.sent_form s where ${own} and s.cancelled_at is null and ${amongSql(search, sql`s.id`)}) s`,
  )
}
