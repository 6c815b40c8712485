import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../../platform/mail/outbox.ts'
import { translate } from '../../../platform/text/translations.ts'

type FormOfMail = { isOpen: boolean }

/** Whether an email is about a form that is still open. */
const read = readSubject<FormOfMail>({
  subject: async (tx, mail) => {
    const { rows } = await sql<FormOfMail>`
      select s.signed_at is null and s.cancelled_at is null as "isOpen" from app.sent_form s where s.id = ${mail.subject_id}`.execute(
      tx.kysely,
    )
    return rows[0]
  },
  isStillTrue: ({ isOpen }) => isOpen,
})

type Announcement = {
  /** The number of open forms that this email announces: its own, and earlier ones that no email has announced yet. */
  open: number
  /** Whether the email about a form that was sent later announces this form too. */
  isIncluded: boolean
}

/**
 * Returns the announcement in an email about a new form. The email about the last of several forms announces all of them, however long their emails
 * had to wait. If that form was cancelled, its email announces those that relied on it, whose own emails were dropped.
 */
async function findAnnouncement(tx: Tx, mail: QueuedMail): Promise<Announcement | undefined> {
  const { rows } = await sql<Announcement>`
    with sent as (
      select s.id, greatest(s.notified_at, s.replaced_at) as at, s.signed_at is null and s.cancelled_at is null as "isOpen",
        m.state = 'dropped' as "isDropped", max(m.told_at) over () as told_at
      from app.sent_form s join app.sent_form own on own.therapist_id = s.therapist_id and own.client_id = s.client_id
        cross join lateral (select (array_agg(m.state order by m.created_at desc))[1] as state, max(m.sent_at) as told_at
          from app.mail m where m.subject_id = s.id and m.kind = ${mail.kind}) m
      where own.id = ${mail.subject_id} and s.notified_at is not null)
    select count(*) filter (where s."isOpen" and (s.id = o.id or (s.at, s.id) < (o.at, o.id) and s.at > coalesce(s.told_at, '-infinity')
        and (o."isOpen" or s."isDropped")))::int as open,
      coalesce(bool_or(s."isOpen" and (s.at, s.id) > (o.at, o.id)), false) as "isIncluded"
    from sent s, sent o where o.id = ${mail.subject_id}`.execute(tx.kysely)
  return rows[0]
}

const readNew = readSubject<Announcement>({
  subject: findAnnouncement,
  isStillTrue: ({ open, isIncluded }) => open > 0 && !isIncluded,
  words: ({ open }, { language }) => ({
    forms: translate(language, open > 1 ? 'mail.forms.several' : 'mail.forms.one'),
  }),
})

export const formEmails = {
  'form-sent': { path: '/dashboard/client/forms', read: readNew },
  'form-due': { path: '/dashboard/client/forms', read, isReminder: true },
  'form-signed': { path: '/dashboard/therapist/clients' },
  'form-flagged': { path: '/dashboard/therapist' },
  'consent-withdrawn': { path: '/dashboard/therapist/clients' },
} as const satisfies Partial<Record<MailKind, EmailKind>>
