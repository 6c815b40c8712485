import type { ContactId, FormTicketId } from '@attune/contract/common/ids'
import { signLinkDays, type TicketWay } from '@attune/contract/features/care/form/form.rules'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal, illegalTransition } from '../../../../platform/policy/refusal.ts'
import { sentFormOf } from '../form.queries.ts'
import { requireSent, type SentOf } from '../sent/sent.ts'

/** A contact of a record who can sign a form of it as a guardian without an account. */
export type TicketContact = {
  id: ContactId
  name: string
  relationship: string
  email: string | null
  phone: string
}

/**
 * Returns the contacts who can sign a sent form of the acting therapist as guardians: all guardians of the record, or the one for whom this copy is.
 * A contact without a name cannot sign.
 */
export async function listTicketContacts(tx: Tx, { clientId, id }: SentOf): Promise<TicketContact[]> {
  const { rows } = await sql<TicketContact>`
    select k.id, k.name, k.relationship, e.email, p.phone
    from app.sent_form s join app.contact_label k on k.therapist_id = s.therapist_id and k.client_id = s.client_id
      join app.contact_email e on e.therapist_id = k.therapist_id and e.id = k.id and e.is_guardian
      join app.contact_phone p on p.therapist_id = k.therapist_id and p.id = k.id
      left join app.guardian_label l on l.therapist_id = s.therapist_id and l.id = s.guardian_id
    where s.therapist_id = ${tx.actor.id} and s.client_id = ${clientId} and s.id = ${id} and k.name <> ''
      and (s.guardian_id is null or l.contact_id = k.id)
    order by k.name, k.id`.execute(tx.kysely)
  return rows
}

const minute = 60_000
/** For each way, the time in milliseconds for which a ticket opens its form. */
const validFor: Record<TicketWay, number> = { link: signLinkDays * 24 * 60 * minute, practice: 30 * minute }

export type NewFormTicket = SentOf & { contactId: ContactId; way: TicketWay }

/** A ticket that was made. `auth.oneTimeTokens` makes its token for the purpose `form-ticket` valid until `expiresAt`. */
export type FormTicket = { id: FormTicketId; generation: number; expiresAt: Date; contact: TicketContact }

/**
 * Makes a ticket with which a contact signs a sent form of the acting therapist as a guardian without an account. Voids the contact's earlier ticket
 * of the same `way` (link or practice) for this form. Refuses with:
 * - NOT_FOUND
 * - ILLEGAL_TRANSITION if the form is not open
 * - NOT_FOR_GUARDIANS if only the client may sign the form, or the form is kept from guardians
 * - NO_CONTACT if the contact is not a guardian who signs this form
 * - NO_EMAIL if a link is to be sent to a contact without an email address
 */
export async function createFormTicket(
  tx: Tx,
  { contactId, way, ...of }: NewFormTicket,
  now: Date,
): Promise<FormTicket> {
  await sql`select from app.sent_form s where s.therapist_id = ${tx.actor.id} and s.id = ${of.id} for update`.execute(
    tx.kysely,
  )
  const { row, today } = await requireSent(tx, of, now)
  if (row.state !== 'open') throw illegalTransition({ state: row.state })
  if (row.isKept || !sentFormOf(row, today).isForGuardians) throw createRefusal('NOT_FOR_GUARDIANS', 409)
  const contact = (await listTicketContacts(tx, of)).find(({ id }) => id === contactId)
  if (!contact) throw createRefusal('NO_CONTACT', 409)
  if (way === 'link' && !contact.email) throw createRefusal('NO_EMAIL', 409)
  const expiresAt = new Date(now.getTime() + validFor[way])
  const { rows } = await sql<Pick<FormTicket, 'id' | 'generation'>>`
    insert into app.form_ticket as t (id, therapist_id, sent_form_id, form_version, way, contact_id, name, relationship, email, language, sent_at,
      expires_at)
    select ${randomUUID()}, ${tx.actor.id}, ${of.id}, ${row.version}, ${way}, ${contactId}, ${contact.name}, ${contact.relationship},
      ${way === 'link' ? contact.email : null}, c.language, ${now}, ${expiresAt}
    from app.client_state c where c.therapist_id = ${tx.actor.id} and c.id = ${of.clientId}
    on conflict (therapist_id, sent_form_id, contact_id, way) do update set generation = t.generation + 1, form_version = excluded.form_version,
      name = excluded.name, relationship = excluded.relationship, email = excluded.email, language = excluded.language, sent_at = excluded.sent_at,
      expires_at = excluded.expires_at, tries = 0, opened_at = null, ended_at = null
    returning t.id, t.generation`.execute(tx.kysely)
  return { ...(rows[0] as (typeof rows)[number]), expiresAt, contact }
}
