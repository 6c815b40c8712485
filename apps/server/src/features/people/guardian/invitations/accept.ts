import type { AccountId, ClientId, GuardianId, LegalVersionId, TherapistId } from '@attune/contract/common/ids'
import { invitationValidDays, resendAfterMinutes } from '@attune/contract/common/constants'
import { type GuardianRight, guardianRights } from '@attune/contract/features/people/guardian/guardian.rules'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Db, Tx } from '../../../../platform/database/actor.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { notify } from '../../../messages/notification/notification.ts'
import { notifyClientOfAcceptance } from '../client/guardian.client.ts'
import { agreeOnJoining } from '../../../practice/legal-text/legal-text.ts'

const worker = { role: 'worker', id: null } as const

/** An invitation of a guardian as its page shows it. */
type InvitedGuardian = {
  therapistName: string
  /** The first name of the client. */
  firstName: string
  /** The name of the invited person. */
  name: string
  email: string
  generation: number
  expiresAt: string
  rights: GuardianRight[]
  /** Whether the invitation can still be accepted, regardless of its expiry. */
  isOpen: boolean
  /** The client's own account, which cannot accept; null if the client has none. */
  clientAccountId: AccountId | null
}

/** Returns an invitation whose link the server has verified, or null if there is none. */
export async function readInvitedGuardian(db: Db, id: GuardianId): Promise<InvitedGuardian | null> {
  const { rows } = await db.asActor(worker, (tx) =>
    tx.run<InvitedGuardian>(
      `select therapist_name as "therapistName", first_name as "firstName", name, email, generation, expires_at as "expiresAt", rights,
         is_open as "isOpen", client_account_id as "clientAccountId" from def.look_at_guardian_invitation($1)`,
      [id],
    ),
  )
  const row = rows[0]
  return row ? { ...row, rights: guardianRights.filter((right) => row.rights.includes(right)) } : null
}

type Accepted = {
  outcome: 'accepted' | 'again' | 'own'
  client_id: ClientId
  therapist_id: TherapistId
  name: string
}

/**
 * Makes the acting account, which has the role client, the guardian of an invitation whose link it has used. Notifies the therapist, and the
 * represented client unless that client was already notified of the invitation. Repeating the call changes nothing. Returns whether the account is
 * the guardian now. Refuses with OWN_RECORD if the account is that of the represented client.
 */
export async function acceptGuardianInvitation(tx: Tx, id: GuardianId, now: Date): Promise<boolean> {
  const { rows } = await tx.run<Accepted>(
    'select outcome, therapist_id, client_id, name from def.accept_guardian_invitation($1)',
    [id],
  )
  const accepted = rows[0]
  if (accepted?.outcome === 'own') throw createRefusal('OWN_RECORD', 409)
  if (accepted?.outcome === 'accepted') {
    await notify(tx, {
      to: accepted.therapist_id,
      type: 'guardian-joined',
      params: { name: accepted.name },
      about: { type: 'client', id: accepted.client_id },
    })
    await notifyClientOfAcceptance(tx, { id, name: accepted.name }, now)
  }
  return accepted !== undefined
}

type Agreeing = { versionId: LegalVersionId | undefined; requestId: string | null }

/**
 * Accepts an invitation in a separate transaction, on behalf of the account that used the link. `agreeing` is absent if the person is only signing
 * in. Returns whether the account is the guardian now. Refuses with CONSENT_REQUIRED if the account has not agreed to the consent text, with
 * OWN_RECORD, and as `agreeOnJoining` does.
 */
export async function acceptGuardianInvitationAs(
  app: Pick<AppContext, 'clock' | 'db'>,
  accountId: AccountId,
  id: GuardianId,
  agreeing?: Agreeing,
): Promise<boolean> {
  try {
    return await app.db.asActor({ role: 'client', id: accountId }, async (tx) => {
      if (agreeing) await agreeOnJoining(tx, { as: 'client', ...agreeing, now: app.clock.now() })
      return acceptGuardianInvitation(tx, id, app.clock.now())
    })
  } catch (error) {
    if ((error as { code?: string }).code === 'AT005') throw createRefusal('CONSENT_REQUIRED', 409)
    throw error
  }
}

/** Emails a new link for an invitation to its address. Does nothing if the invitation is over or was emailed within the last 5 minutes. */
export async function sendFreshGuardianInvitation(
  app: Pick<AppContext, 'clock' | 'db'>,
  id: GuardianId,
): Promise<void> {
  await app.db.asActor(worker, async (tx) => {
    const { rows } = await tx.run<{ mail: string | null }>(
      `select def.send_fresh_guardian_invitation($1, $2, make_interval(days => $3), make_interval(mins => $4)) as mail`,
      [id, app.clock.now(), invitationValidDays, resendAfterMinutes],
    )
    const mailId = rows[0]?.mail
    if (mailId) await enqueue(tx, { name: 'mail', data: { mailId }, isUrgent: true })
  })
}
