import { isSamePhone } from '@attune/contract/common/address/same-phone'
import type { ContactId, FormTicketId, TherapistId } from '@attune/contract/common/ids'
import type { SignLink, SignLinks } from '@attune/contract/features/care/form/form.links'
import { type SignLinkState, signLinkTries, type SignLinkWarning } from '@attune/contract/features/care/form/form.rules'
import { checkTextNumber } from '@attune/contract/features/messages/consent/consent.numbers'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import { describeChange } from '../../../../platform/policy/audit.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { queueMail } from '../../../messages/notification/notification.ts'
import { requireSent, type SentOf } from '../sent/sent.ts'
import { createFormTicket, listTicketContacts, type TicketContact } from './ticket.ts'

/** The part of `texts` that decides whether a code can be sent in a text message. */
export type TextChannels = Pick<AppContext['texts'], 'canSend' | 'settings'>

type LinkRow = Omit<SignLink, 'state'> & {
  tries: number
  version: number
  usedAt: string | null
  endedAt: string | null
}

/** Returns the links of a sent form of the acting therapist, and the contacts to whom one can be sent. Refuses with NOT_FOUND. */
export async function listSignLinks(tx: Tx, of: SentOf, now: Date, texts: TextChannels): Promise<SignLinks> {
  const { row } = await requireSent(tx, of, now)
  const record = await readReach(tx, of)
  const { rows } = await sql<LinkRow>`
    select t.id, t.contact_id as "contactId", t.name, t.email, t.sent_at as "sentAt", t.expires_at as "expiresAt", t.opened_at as "openedAt",
      def.form_ticket_mail(t.id) as mail, t.text_state as text, t.tries, t.form_version as version, t.used_at as "usedAt", t.ended_at as "endedAt"
    from app.form_ticket t where t.therapist_id = ${tx.actor.id} and t.sent_form_id = ${of.id} and t.way = 'link'
    order by t.sent_at desc, t.id`.execute(tx.kysely)
  const canSign = row.state === 'open' && !row.isKept
  const contacts = await listTicketContacts(tx, of)
  return {
    items: rows.map(({ tries, version, usedAt, endedAt, ...link }) => {
      const isCurrent = canSign && version === row.version && isReached(contacts, link)
      return { ...link, state: stateOf({ tries, usedAt, endedAt, expiresAt: link.expiresAt, isCurrent }, now) }
    }),
    contacts: contacts.map(({ phone, ...contact }) => ({
      ...contact,
      textNumber: textNumberOf(texts, tx.actor.id, phone),
      warnings: warningsOf({ ...contact, phone }, record),
    })),
  }
}

/** Whether a link still goes to a guardian of the record, at the same address. */
const isReached = (contacts: TicketContact[], { contactId, email }: Pick<SignLink, 'contactId' | 'email'>): boolean =>
  contacts.some((contact) => contact.id === contactId && contact.email === email)

type LinkFacts = Pick<LinkRow, 'tries' | 'usedAt' | 'endedAt' | 'expiresAt'> & { isCurrent: boolean }

function stateOf({ tries, usedAt, endedAt, expiresAt, isCurrent }: LinkFacts, now: Date): SignLinkState {
  if (usedAt) return 'signed'
  if (endedAt) return 'withdrawn'
  if (tries >= signLinkTries) return 'void'
  if (!isCurrent) return 'over'
  return Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'open'
}

/** Returns the number of a contact in E.164 to which the therapist's texts can go; null if it is not a mobile number or texts are not set up. */
function textNumberOf(texts: TextChannels, therapistId: string, phone: string): string | null {
  if (!texts.canSend('sms', therapistId as TherapistId)) return null
  const { practiceCountry: home, allowedCountries: countries } = texts.settings()
  const checked = checkTextNumber(phone, { countries, home })
  return 'number' in checked ? checked.number : null
}

type Reach = { firstName: string; accountId: string | null; email: string | null; phone: string }

async function readReach(tx: Tx, { clientId }: SentOf): Promise<Reach> {
  const { rows } = await sql<Reach>`
    select c.first_name as "firstName", c.account_id as "accountId", c.email, c.phone from app.client c
    where c.therapist_id = ${tx.actor.id} and c.id = ${clientId}`.execute(tx.kysely)
  return rows[0] as Reach
}

/** Returns the data that a contact shares with the client: a link or a code that goes there could reach the client instead of the guardian. */
function warningsOf({ email, phone }: Pick<TicketContact, 'email' | 'phone'>, record: Reach): SignLinkWarning[] {
  return [
    ...(email && record.email && email === record.email ? (['same-email'] as const) : []),
    ...(isSamePhone(phone, record.phone) ? (['same-phone'] as const) : []),
  ]
}

type Send = SentOf & { contactId: ContactId; codeByText: boolean; confirmed: readonly SignLinkWarning[] }

/**
 * Emails a contact a link to sign a form as a guardian without an account, and returns the code that confirms it, or sends the code by a text
 * message. Voids the link and the code that the contact had for this form. Refuses as `createFormTicket`, with SAME_ADDRESS if the client's own
 * account has the address, with NO_TEXT if a text cannot reach the contact, and with UNCONFIRMED.
 */
export async function sendSignLink(
  tx: Tx,
  { confirmed, codeByText, ...of }: Send,
  now: Date,
  { auth, texts }: { auth: Pick<AppContext['auth'], 'users' | 'oneTimeTokens'>; texts: TextChannels },
): Promise<SignLinks & { code: string | null }> {
  const { id, generation, contact } = await createFormTicket(tx, { ...of, way: 'link' }, now)
  const record = await readReach(tx, of)
  const account = record.accountId && contact.email ? await auth.users.byEmail(contact.email) : null
  if (account && account.id === record.accountId)
    throw createRefusal('SAME_ADDRESS', 409, { firstName: record.firstName })
  const warnings = warningsOf(contact, record)
  if (warnings.some((warning) => !confirmed.includes(warning))) throw createRefusal('UNCONFIRMED', 409, { warnings })
  const number = codeByText ? textNumberOf(texts, tx.actor.id, contact.phone) : null
  if (codeByText && !number) throw createRefusal('NO_TEXT', 409)
  await sql`update app.form_ticket set text_number = ${number}, text_state = ${number && 'waiting'} where therapist_id = ${tx.actor.id} and id = ${id}`.execute(
    tx.kysely,
  )
  await queueMail(tx, { to: null, kind: 'form-link', actingFor: tx.actor.id, subject: id, generation })
  if (number) await enqueue(tx, { name: 'form-code', data: { ticketId: id, generation, therapistId: tx.actor.id } })
  describeChange(tx, { after: { codeByText } })
  return {
    ...(await listSignLinks(tx, of, now, texts)),
    code: number ? null : auth.oneTimeTokens.digitsOf('form-ticket', id, generation),
  }
}

/** Withdraws a link to sign a form. Repeating the call changes nothing. Refuses with NOT_FOUND. */
export async function withdrawSignLink(
  tx: Tx,
  { ticketId, ...of }: SentOf & { ticketId: FormTicketId },
  now: Date,
  texts: TextChannels,
): Promise<SignLinks> {
  await sql`
    update app.form_ticket set ended_at = ${now}
    where therapist_id = ${tx.actor.id} and sent_form_id = ${of.id} and id = ${ticketId} and used_at is null and ended_at is null`.execute(
    tx.kysely,
  )
  return listSignLinks(tx, of, now, texts)
}
