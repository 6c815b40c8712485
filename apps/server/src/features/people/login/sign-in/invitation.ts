import type { InvitationId, LegalVersionId } from '@attune/contract/common/ids'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../../../platform/policy/context.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import {
  acceptInvitationAs,
  connectAs,
  connectByInvitation,
  resendInvitation as sendFresh,
} from '../../connection/connection.ts'
import { saveDiscreetEmails } from '../../../messages/notification/notification.ts'
import { agreeOnJoining, hasToAgree } from '../../../practice/legal-text/legal-text.ts'
import { insertProfile } from '../../profile/profile.ts'
import { signInAfterPasswordSet, type CompletedSignIn } from '../login.complete.ts'
import { limitOpenCalls, invalidLink } from '../login.calls.ts'
import { openInvitationRow, type InvitationRow } from '../login.queries.ts'

/**
 * Returns the invitation of a token and marks the invitation as opened. Refuses with INVALID_LINK if the invitation
 * is expired or accepted, if the token is unknown, if a newer email has replaced the token, or if an admin has disabled
 * the therapist's account.
 */
async function invitationOf({ app }: Context, token: string): Promise<InvitationRow & { id: InvitationId }> {
  const held = await app.auth.oneTimeTokens.read('invite', token)
  const row = held && (await openInvitationRow(app.db, held.subject))
  const isValid =
    row &&
    row.generation === held.generation &&
    row.state !== 'accepted' &&
    !row.is_unreachable &&
    new Date(row.expires_at) > app.clock.now()
  if (!isValid) throw invalidLink()
  return { ...row, id: held.subject }
}

export async function previewInvitation(context: Context, token: string) {
  await limitOpenCalls(context)
  const row = await invitationOf(context, token)
  const known = await context.app.auth.users.byEmail(row.email)
  return {
    therapistName: row.therapist_name,
    firstName: row.first_name,
    email: row.email,
    next: known ? ('sign-in' as const) : ('set-password' as const),
  }
}

type Acceptance = {
  token: string
  password: string
  language: string
  zone: string
  discreet?: boolean | undefined
  agreedVersionId?: LegalVersionId | undefined
}

/**
 * Creates the account of an invited person, connects it with the therapist and signs the person in. Works once for each invitation. The profile gets
 * the names of the client record. Refuses with SIGN_IN_TO_ACCEPT if the address already has an account, with INVALID_LINK if the link is no longer
 * valid, and as `agreeOnJoining`, `limitOpenCalls` and `signInAfterPasswordSet` do.
 */
export async function acceptInvitationWithPassword(context: Context, input: Acceptance): Promise<CompletedSignIn> {
  await limitOpenCalls(context)
  const { app } = context
  const { email, id: invitationId } = await invitationOf(context, input.token)
  if (await app.auth.users.byEmail(email)) throw signInToAccept()
  const passwordHash = await app.auth.passwords.hash(input.password)
  const created = await createInvitedAccount(context, input, { email, passwordHash, invitationId })
  if (created === 'taken') throw signInToAccept()
  if (!created) throw invalidLink()
  const result = await signInAfterPasswordSet(context, email, input.password)
  if (result.kind !== 'signed-in') throw new Error('a new account owns no second factor')
  return result
}

type InvitedPerson = { email: string; passwordHash: string; invitationId: InvitationId }

/**
 * Creates the account and, in one transaction that no new version of the consent text can interrupt, its profile, its agreement and its
 * connection. If the transaction fails after the account was created, signing in connects only with an agreement.
 */
async function createInvitedAccount({ app, requestId }: Context, input: Acceptance, person: InvitedPerson) {
  const { token, language, zone, agreedVersionId: versionId } = input
  const { email, passwordHash, invitationId } = person
  const [id, now] = [randomUUID(), app.clock.now()]
  const name = { firstName: '', lastName: '' }
  return connectAs(app, { role: 'client', id }, async (tx) => {
    await hasToAgree(tx, { as: 'client', versionId })
    const created = await app.auth.users.createInvited(token, { id, email, ...name, language, zone, passwordHash })
    if (created !== 'created') return created
    await insertProfile(tx, { email, language, zone }, now)
    if (input.discreet) await saveDiscreetEmails(tx, now)
    await agreeOnJoining(tx, { as: 'client', versionId, requestId, now })
    await connectByInvitation(tx, invitationId)
    return created
  })
}

/**
 * Connects the signed-in client with the therapist of an invitation. The same person can repeat the call. Refuses
 * with ONLY_CLIENTS for any other role, with INVALID_LINK, and as `agreeOnJoining` does.
 */
export async function acceptInvitationSignedIn(
  context: Context,
  token: string,
  versionId?: LegalVersionId,
): Promise<void> {
  const { app, login, requestId } = context
  if (login?.role !== 'client') throw createRefusal('ONLY_CLIENTS', 409)
  const held = await app.auth.oneTimeTokens.read('invite', token)
  if (held) await invitationOf(context, token)
  await app.db.asActor({ role: login.role, id: login.userId }, (tx) => hasToAgree(tx, { as: 'client', versionId }))
  const invitationId = await app.auth.oneTimeTokens.useInvitation({ token }, login.userId)
  if (!invitationId) throw invalidLink()
  const open = await app.auth.oneTimeTokens.unsettledInvitations(login.userId)
  if (!open.includes(invitationId)) return
  const connected = await acceptInvitationAs(app, login.userId, invitationId, { versionId, requestId })
  await app.auth.settleInvitation(invitationId)
  if (!connected) throw invalidLink()
}

/**
 * Emails a new link to the invited person. Accepts the token of an old or a current link. The response is the same for any token. Refuses only as
 * `limitOpenCalls` does.
 */
export async function requestFreshInvitation(context: Context, token: string): Promise<void> {
  await limitOpenCalls(context)
  const invitationId = await context.app.auth.oneTimeTokens.subjectOf('invite', token)
  if (invitationId) await sendFresh(context.app, invitationId)
}

const signInToAccept = () => createRefusal('SIGN_IN_TO_ACCEPT', 409)
