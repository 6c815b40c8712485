import type { ClientId, FormTicketId, SentFormId } from '@attune/contract/common/ids'
import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'
import { listSubjectMails, type QueuedMail } from '../../../platform/mail/outbox.ts'
import { formatDayInZone, translate } from '../../../platform/text/translations.ts'
import { readInvitedPersonWith } from '../../../platform/mail/invited-person.ts'

type FormOfMail = { isOpen: boolean; clientId: ClientId; isClients: boolean; isGuardians: boolean }

/** SQL for whether a sent form `s` of an email is for its recipient as the client, or as a guardian who has the right to see it. */
const recipientSql = ({ account_id }: QueuedMail) => sql`
  s.client_id as "clientId", coalesce(s.account_id = ${account_id}, false) as "isClients",
  exists (select from def.guardians_of_form(s.id) as account where account = ${account_id}) as "isGuardians"`

/** The path of a form's page for the recipient of an email about it. A client has a page with all forms. */
const pathOf = ({ clientId, isClients }: Pick<FormOfMail, 'clientId' | 'isClients'>, { subject_id }: QueuedMail) =>
  isClients ? undefined : `/for/${clientId}/forms/${subject_id}`

/** Whether an email is about a form that is still open. */
const read = readSubject<FormOfMail>({
  subject: async (tx, mail) => {
    const { rows } = await sql<FormOfMail>`
      select s.signed_at is null and s.cancelled_at is null as "isOpen", ${recipientSql(mail)} from app.sent_form s where s.id = ${mail.subject_id}`.execute(
      tx.kysely,
    )
    return rows[0]
  },
  isStillTrue: ({ isOpen, isClients, isGuardians }) => isOpen && (isClients || isGuardians),
  path: pathOf,
})

/** A form about which a recipient was notified, and the time of the notification. */
type NotifiedForm = FormOfMail & { id: SentFormId; at: string }

type Announcement = {
  /** The number of open forms that this email announces: its own, and earlier ones that no email has announced yet. */
  open: number
  /** Whether the email about a form that was sent later announces this form too. */
  isIncluded: boolean
} & Pick<FormOfMail, 'clientId' | 'isClients'>

/**
 * Returns the announcement in an email about a new form. The email about the last of several forms announces all of them, however long their emails
 * had to wait. If that form was cancelled, its email announces the open forms whose own emails were dropped.
 */
async function findAnnouncement(tx: Tx, mail: QueuedMail): Promise<Announcement | undefined> {
  const { rows } = await sql<NotifiedForm>`
    select s.id, greatest(s.notified_at, s.replaced_at) as at, s.signed_at is null and s.cancelled_at is null as "isOpen",
      ${recipientSql(mail)}
    from app.sent_form s join app.sent_form own on own.therapist_id = s.therapist_id and own.client_id = s.client_id
    where own.id = ${mail.subject_id} and s.notified_at is not null order by 2, s.id`.execute(tx.kysely)
  const forms = rows.filter(({ isClients, isGuardians }) => isClients || isGuardians)
  const own = forms.findIndex(({ id }) => id === mail.subject_id)
  const form = forms[own]
  if (!form) return undefined
  const ids = forms.map(({ id }) => id)
  const mails = new Map((await listSubjectMails(tx, mail, ids)).map((one) => [one.subjectId, one]))
  const lastSent = Math.max(...[...mails.values()].map(({ sentAt }) => (sentAt ? Date.parse(sentAt) : 0)))
  const isOwnOpen = form.isOpen
  const reliesOnThis = ({ id, at }: NotifiedForm) =>
    mails.has(id) && Date.parse(at) > lastSent && (isOwnOpen || mails.get(id)?.state === 'dropped')
  const earlier = forms.slice(0, own).filter((one) => one.isOpen && reliesOnThis(one))
  return {
    open: earlier.length + (isOwnOpen ? 1 : 0),
    clientId: form.clientId,
    isClients: form.isClients,
    isIncluded: forms.slice(own + 1).some(({ id, isOpen }) => isOpen && mails.has(id)),
  }
}

const readNew = readSubject<Announcement>({
  subject: findAnnouncement,
  isStillTrue: ({ open, isIncluded }) => open > 0 && !isIncluded,
  path: pathOf,
  words: ({ open }, { language }) => ({
    forms: translate(language, open > 1 ? 'mail.forms.several' : 'mail.forms.one'),
  }),
})

type LinkOfMail = {
  id: FormTicketId
  generation: number
  email: string
  language: string
  zone: string
  expires_at: string
}

/** Returns the link of an email; null if it no longer opens its form, for example because it was sent again, or the form was kept from guardians. */
async function findLinkOfMail(tx: Tx, mail: QueuedMail): Promise<LinkOfMail | null> {
  const { rows } = await sql<LinkOfMail>`
    select t.id, t.generation, t.email, t.language, t.expires_at, p.zone from app.form_ticket t join app.person p on p.account_id = t.therapist_id
    where t.therapist_id = ${mail.acting_for} and t.id = ${mail.subject_id} and t.generation = ${mail.generation} and t.way = 'link'
      and def.does_form_ticket_open(t.id, t.sent_at)`.execute(tx.kysely)
  return rows[0] ?? null
}

const readLink: EmailKind['read'] = async (tx, mail, { auth, now, reader }) => {
  const ticket = await findLinkOfMail(tx, mail)
  if (!ticket || Date.parse(ticket.expires_at) <= now.getTime()) return null
  const { id, generation, email, expires_at } = ticket
  return {
    link: await auth.linkFor('form-ticket', id, generation, { email, expiresAt: new Date(expires_at) }),
    words: { until: formatDayInZone(expires_at, reader.language, reader.zone) },
  }
}

export const formEmails = {
  'form-link': {
    path: '/',
    endsWithTherapist: true,
    readReader: readInvitedPersonWith(findLinkOfMail),
    read: readLink,
  },
  'form-sent': { path: '/dashboard/client/forms', read: readNew },
  'form-due': { path: '/dashboard/client/forms', read, isReminder: true },
  'form-signed': { path: '/dashboard/therapist/clients' },
  'form-flagged': { path: '/dashboard/therapist' },
  'consent-withdrawn': { path: '/dashboard/therapist/clients' },
} as const satisfies Partial<Record<MailKind, EmailKind>>
