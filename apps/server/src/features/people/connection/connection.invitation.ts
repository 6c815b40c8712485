import type { ClientId, InvitationId } from '@attune/contract/common/ids'
import { resendAfterMinutes } from '@attune/contract/common/constants'
import { type Invitation, invitationMailStates } from '@attune/contract/features/people/connection/connection'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import type { QueuedMail } from '../../../platform/mail/outbox.ts'

const isPending = (state: string) => state === 'sent' || state === 'opened'

/** Returns the invitation of a client record as its therapist sees it, or null if there is none. */
export async function findInvitation(
  app: Pick<AppContext, 'clock' | 'config'>,
  tx: Tx,
  clientId: ClientId,
): Promise<Invitation | null> {
  const { rows } = await tx.run<{
    id: InvitationId
    state: 'sent' | 'opened' | 'accepted' | 'revoked'
    sent_at: string
    expires_at: string
    mail: string | null
  }>(
    `select id, state, sent_at, expires_at, def.invitation_mail(id) as mail from app.invitation where therapist_id = $1 and client_id = $2`,
    [tx.actor.id, clientId],
  )
  const row = rows[0]
  if (!row) return null
  return {
    id: row.id,
    state: isPending(row.state) && Date.parse(row.expires_at) <= app.clock.now().getTime() ? 'expired' : row.state,
    mail: invitationMail(app, row.mail),
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    resendAt: new Date(Date.parse(row.sent_at) + resendAfterMinutes * 60_000).toISOString(),
  }
}

/**
 * Returns the state of the email of an invitation. A waiting email is 'not-configured' if no mail server is
 * configured, because Attune cannot send it.
 */
export function invitationMail({ config }: Pick<AppContext, 'config'>, state: string | null): Invitation['mail'] {
  const ended = invitationMailStates.find((one) => one === state && one !== 'waiting')
  return ended ?? (config.smtpUrl === null ? 'not-configured' : 'waiting')
}

/** Returns the time zone of the therapist on whose behalf an email about an invitation is sent. */
export async function findZoneOfInviter(tx: Tx, mail: QueuedMail): Promise<string | undefined> {
  const therapist = await tx.kysely
    .selectFrom('person')
    .select('zone')
    .where('account_id', '=', mail.acting_for)
    .executeTakeFirst()
  return therapist?.zone
}
