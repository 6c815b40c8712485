import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { sql } from 'kysely'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'

/**
 * An email about a shared plan is dropped if the plan is no longer shared. An email about a review is dropped if the latest plan has a later review
 * date or none.
 */
const read = readSubject<{ isShared: boolean; isDue: boolean }>({
  subject: async (tx, mail, now) => {
    const { rows } = await sql<{ isShared: boolean; isDue: boolean }>`
      select exists (select from app.treatment_plan_share s where s.client_id = v.client_id) as "isShared",
        coalesce(v.review_on <= (${now}::timestamptz + interval '14 hours')::date, false) as "isDue"
      from app.treatment_plan_version v where v.client_id = ${mail.subject_id} order by v.number desc limit 1`.execute(
      tx.kysely,
    )
    return rows[0]
  },
  isStillTrue: ({ isShared, isDue }, mail) => (mail.kind === 'plan-shared' ? isShared : isDue),
})

export const treatmentPlanEmails = {
  'plan-shared': { path: '/dashboard/client/plan', endsWithTherapist: true, read },
  'plan-review': { path: '/dashboard/therapist/clients', read },
} as const satisfies Partial<Record<MailKind, EmailKind>>
