import type { AccountId, ClientId, InvitationId, LegalVersionId } from '@attune/contract/common/ids'
import { recordClientEvent } from '../client-history/client-history.ts'
import { invitationValidDays, resendAfterMinutes } from '@attune/contract/common/constants'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Actor, Tx } from '../../../platform/database/actor.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { createRefusal, notFound, tooManyCalls } from '../../../platform/policy/refusal.ts'
import { agreeOnJoining, hasToAgree } from '../../practice/legal-text/legal-text.ts'
import { queueMail, notify } from '../../messages/notification/notification.ts'
import type { CountNewAddress } from './connection.pace.ts'

export { disconnect } from './connection.disconnect.ts'
export { findTherapistsByName } from './find-therapists.ts'
export { findInvitation, findZoneOfInviter, invitationMail } from './connection.invitation.ts'
export { countNewAddress, type CountNewAddress } from './connection.pace.ts'
export { listTherapists } from './connection.queries.ts'
export { voidInvitation } from './connection.void-invitation.ts'

const [minute, day] = [60_000, 24 * 60 * 60_000]

type Sending = {
  /** The time at which the email of the invitation is sent. */
  at: Date
  /** Counts an address that the therapist has not invited before. */
  countNewAddress: CountNewAddress
}

/**
 * Emails an invitation to the client of a pending record. A repeated invitation contains a new link and code, and the
 * previous ones become invalid. Repeating the command changes nothing. Returns whether an email was queued.
 * Refuses with NOT_FOUND, NO_EMAIL, ALREADY_CONNECTED, with TOO_SOON within 5 minutes of the previous email, and with
 * INVITATION_LIMIT.
 */
export async function inviteClient(
  tx: Tx,
  act: { id: ClientId; command: string },
  now: Date,
  { at, countNewAddress }: Sending,
): Promise<boolean> {
  const therapistId = tx.actor.id
  const client = await tx.kysely
    .selectFrom('client')
    .select(['id', 'email', 'language', 'account_id'])
    .where('id', '=', act.id)
    .where('therapist_id', '=', therapistId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!client) throw notFound()
  const known = await tx.kysely
    .selectFrom('invitation')
    .select(['id', 'email', 'generation', 'sent_at', 'command'])
    .where('therapist_id', '=', therapistId)
    .where('client_id', '=', act.id)
    .executeTakeFirst()
  if (known?.command === act.command) return false
  if (client.account_id) throw createRefusal('ALREADY_CONNECTED', 409)
  if (!client.email) throw createRefusal('NO_EMAIL', 409)
  const { email } = client
  const resendAt = known && new Date(Date.parse(known.sent_at) + resendAfterMinutes * minute)
  if (resendAt && resendAt > now) throw createRefusal('TOO_SOON', 409, { resendAt: resendAt.toISOString() })

  if (known?.email !== email && !(await hasInvited(tx, email))) await countNewAddress()

  const { language } = client
  const invitation = await saveInvitation(tx, { clientId: act.id, command: act.command, email, language, at }, known)
  const delaySeconds = (at.getTime() - now.getTime()) / 1000
  await Promise.all([
    queueMail(tx, { to: null, kind: 'invitation', actingFor: therapistId, ...invitation, delaySeconds }),
    recordClientEvent(tx, { client: act.id, kind: 'invited', detail: known ? 'again' : '' }),
  ])
  return true
}

type SentInvitation = { clientId: ClientId; command: string; email: string; language: string; at: Date }

/** Saves an invitation with a new generation, which makes the previous link invalid. Returns the id and the generation. */
async function saveInvitation(
  tx: Tx,
  { clientId, command, email, language, at }: SentInvitation,
  known: { id: InvitationId; generation: number } | undefined,
): Promise<{ subject: string; generation: number }> {
  const id = known?.id ?? randomUUID()
  const generation = (known?.generation ?? 0) + 1
  const expiresAt = new Date(at.getTime() + invitationValidDays * day)
  const sent = { email, language, sent_at: at, expires_at: expiresAt, command }
  if (known) {
    await tx.kysely
      .updateTable('invitation')
      .set({ ...sent, generation, state: 'sent', opened_at: null })
      .where('id', '=', id)
      .execute()
  } else {
    await tx.kysely
      .insertInto('invitation')
      .values({ id, therapist_id: tx.actor.id, client_id: clientId, ...sent })
      .execute()
  }
  return { subject: id, generation }
}

/** Returns whether the acting therapist has invited this address before, for any client record. */
async function hasInvited(tx: Tx, email: string): Promise<boolean> {
  const found = await tx.kysely
    .selectFrom('invitation')
    .select('id')
    .where('therapist_id', '=', tx.actor.id)
    .where('email', '=', email)
    .limit(1)
    .execute()
  return found.length > 0
}

/**
 * Revokes the invitation of a client record. The link and the code become invalid, and an email that is not sent yet
 * is dropped. Revoking again changes nothing. Refuses with NOT_FOUND if there is no invitation, and with
 * INVITATION_OVER if the invitation was accepted.
 */
export async function revokeInvitation(tx: Tx, act: { id: ClientId; command: string }): Promise<void> {
  const invitation = await tx.kysely
    .selectFrom('invitation')
    .select(['id', 'generation', 'state'])
    .where('client_id', '=', act.id)
    .where('therapist_id', '=', tx.actor.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!invitation) throw notFound()
  if (invitation.state === 'revoked') return
  if (invitation.state === 'accepted') throw createRefusal('INVITATION_OVER', 409)
  const set = { state: 'revoked', generation: invitation.generation + 1, command: act.command }
  await Promise.all([
    tx.kysely.updateTable('invitation').set(set).where('id', '=', invitation.id).execute(),
    recordClientEvent(tx, { client: act.id, kind: 'invitation-revoked' }),
  ])
}

/**
 * Connects the signed-in client with the therapist of an invitation. Repeating the call changes nothing. Returns the id
 * of the client record, or null if the invitation can no longer be accepted.
 */
export const connectByInvitation = (tx: Tx, invitationId: InvitationId) =>
  connect(tx, 'select client_id, fresh from def.accept_invitation($1)', invitationId)

/** Connects the signed-in client with the therapist whose invite code has this hash. Returns the record's id, or null for an invalid code. */
const joinTherapist = (tx: Tx, codeHash: Buffer) =>
  connect(tx, 'select client_id, fresh from def.join_therapist($1)', codeHash)

/** Thrown to undo a connection with a therapist whose account an admin has disabled. */
class TherapistUnreachable extends Error {}

async function connect(tx: Tx, statement: string, proof: string | Buffer): Promise<string | null> {
  const { rows } = await tx.run<{ client_id: ClientId; fresh: boolean }>(statement, [proof])
  const joined = rows[0]
  if (!joined?.fresh) return joined?.client_id ?? null
  const clientId = joined.client_id
  const record = await tx.kysely
    .selectFrom('client_name')
    .select([
      'therapist_id',
      'first_name',
      'last_name',
      sql<boolean>`def.is_reachable(therapist_id)`.as('is_reachable'),
    ])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
  if (!record.is_reachable) throw new TherapistUnreachable()
  await notify(tx, {
    to: record.therapist_id,
    type: 'client-joined',
    params: { name: `${record.first_name} ${record.last_name}` },
    about: { type: 'client', id: clientId },
  })
  return clientId
}

/**
 * Runs a connection as a client in a separate transaction. Returns null if the client cannot be connected. Refuses with CONSENT_REQUIRED if the
 * database does, because the client has not agreed to the consent text.
 */
export async function connectAs<Result extends string>(
  app: Pick<AppContext, 'db'>,
  actor: Actor,
  work: (tx: Tx) => Promise<Result | null>,
): Promise<Result | null> {
  try {
    return await app.db.asActor(actor, work)
  } catch (error) {
    if (error instanceof TherapistUnreachable) return null
    if ((error as { code?: string }).code === 'AT005') throw createRefusal('CONSENT_REQUIRED', 409)
    throw error
  }
}

/** The version of the consent text to which the client agrees with the call, and the request id of that call. */
type Agreeing = { versionId: LegalVersionId | undefined; requestId: string | null }

/**
 * Stores the agreement of the acting client. Must run in the transaction that connects client and therapist, so that neither is stored without the
 * other.
 */
const agree = (app: Pick<AppContext, 'clock'>, tx: Tx, { versionId, requestId }: Agreeing) =>
  agreeOnJoining(tx, { as: 'client', versionId, requestId, now: app.clock.now() })

/**
 * Accepts an invitation in a separate transaction, on behalf of the account that used the link or code. Returns the id of the client record, or null
 * if the invitation can no longer be accepted. `agreeing` is absent if the person is only signing in. Refuses as `agreeOnJoining` does.
 */
export const acceptInvitationAs = (
  app: Pick<AppContext, 'clock' | 'db'>,
  accountId: AccountId,
  invitationId: InvitationId,
  agreeing?: Agreeing,
) =>
  connectAs(app, { role: 'client', id: accountId }, async (tx) => {
    if (agreeing) await agree(app, tx, agreeing)
    return connectByInvitation(tx, invitationId)
  })

/**
 * Emails a new link for an invitation to the invited address. Does nothing if the invitation was accepted or was
 * emailed within the last 5 minutes.
 */
export async function resendInvitation(
  app: Pick<AppContext, 'clock' | 'db'>,
  invitationId: InvitationId,
): Promise<void> {
  await app.db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await tx.run<{ mail: string | null }>(
      `select def.send_fresh_invitation($1, $2, make_interval(days => $3), make_interval(mins => $4)) as mail`,
      [invitationId, app.clock.now(), invitationValidDays, resendAfterMinutes],
    )
    const mailId = rows[0]?.mail
    if (mailId) await enqueue(tx, { name: 'mail', data: { mailId }, isUrgent: true })
  })
}

/**
 * Connects the caller with the therapist of an invite code. Returns the id of the client record. Refuses with
 * INVALID_INVITE_CODE, with TOO_MANY after five wrong codes in 15 minutes from this account or IP address, and as
 * `agreeOnJoining` does. A missing agreement is refused before the code is used.
 */
export async function joinByCode(
  { app, actor, ip, requestId }: Context,
  { code, versionId }: { code: string; versionId: LegalVersionId | undefined },
): Promise<string> {
  await app.db.asActor(actor, (tx) => hasToAgree(tx, { as: 'client', versionId }))
  const outcome = await app.auth.redeemInviteCode({ code, userId: actor.id, ip })
  if ('refused' in outcome) {
    if (outcome.refused === 'TOO_MANY') throw tooManyCalls(outcome.retryAfterSeconds)
    throw createRefusal('INVALID_INVITE_CODE', 409)
  }
  const clientId = await connectAs(app, actor, async (tx) => {
    await agree(app, tx, { versionId, requestId })
    return 'codeHash' in outcome ? joinTherapist(tx, outcome.codeHash) : connectByInvitation(tx, outcome.invitationId)
  })
  if (!clientId) throw createRefusal('INVALID_INVITE_CODE', 409)
  if ('invitationId' in outcome) await app.auth.settleInvitation(outcome.invitationId)
  return clientId
}
