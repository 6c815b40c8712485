import type { AccountId, GuardianId, InvitationId, LegalVersionId } from '@attune/contract/common/ids'
import type { GuardianRight } from '@attune/contract/features/people/guardian/guardian.rules'
import { randomUUID } from 'node:crypto'
import type { InvitationPurpose } from '../../../../platform/auth/one-time-tokens.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import {
  acceptInvitationAs,
  connectAs,
  connectByInvitation,
  resendInvitation as sendFresh,
} from '../../connection/connection.ts'
import {
  acceptGuardianInvitationAs,
  acceptGuardianInvitation,
  readInvitedGuardian,
  sendFreshGuardianInvitation,
} from '../../guardian/guardian.ts'
import { saveDiscreetEmails } from '../../../messages/notification/notification.ts'
import { agreeOnJoining, hasToAgree } from '../../../practice/legal-text/legal-text.ts'
import { insertProfile } from '../../profile/profile.ts'
import { signInAfterPasswordSet, type CompletedSignIn } from '../login.complete.ts'
import { limitOpenCalls, invalidLink } from '../login.calls.ts'
import { openInvitationRow } from '../login.queries.ts'
import { readAccountOfUsedLink } from './used-link.ts'

/** An invitation of a client or of a guardian that can be accepted. */
type OpenInvitation = {
  therapistName: string
  /** The first name of an invited client; the name of an invited guardian. */
  firstName: string
  email: string
  guardianOf: { firstName: string; rights: GuardianRight[] } | null
} & (
  | { purpose: 'invite'; id: InvitationId }
  | { purpose: 'guardian'; id: GuardianId; clientAccountId: AccountId | null }
)

/**
 * Returns the invitation of a token and marks that of a client as opened. Refuses with INVALID_LINK if the invitation is expired, accepted or has
 * ended, if the token is unknown, if a newer email has replaced the token, or if an admin has disabled the therapist's account.
 */
async function invitationOf(context: Context, token: string): Promise<OpenInvitation> {
  const open = await openInvitation(context, token)
  if (!open) throw invalidLink()
  return open
}

/** Like `invitationOf`, but returns null instead of refusing. */
const openInvitation = async (context: Context, token: string): Promise<OpenInvitation | null> =>
  (await openClientInvitation(context, token)) ?? (await openGuardianInvitation(context, token))

async function openClientInvitation({ app }: Context, token: string): Promise<OpenInvitation | null> {
  const held = await app.auth.oneTimeTokens.read('invite', token)
  const row = held && (await openInvitationRow(app.db, held.subject))
  const isValid =
    row &&
    row.generation === held.generation &&
    row.state !== 'accepted' &&
    !row.is_unreachable &&
    new Date(row.expires_at) > app.clock.now()
  if (!isValid) return null
  const { therapist_name: therapistName, first_name: firstName, email } = row
  return { purpose: 'invite', id: held.subject, therapistName, firstName, email, guardianOf: null }
}

async function openGuardianInvitation({ app }: Context, token: string): Promise<OpenInvitation | null> {
  const held = await app.auth.oneTimeTokens.read('guardian', token)
  const invited = held && (await readInvitedGuardian(app.db, held.subject))
  if (!invited?.isOpen || invited.generation !== held?.generation) return null
  if (new Date(invited.expiresAt) <= app.clock.now()) return null
  const { therapistName, name, email, rights, clientAccountId } = invited
  const guardianOf = { firstName: invited.firstName, rights }
  return { purpose: 'guardian', id: held.subject, therapistName, firstName: name, email, guardianOf, clientAccountId }
}

export async function previewInvitation(context: Context, token: string) {
  await limitOpenCalls(context)
  const { therapistName, firstName, email, guardianOf } = await invitationOf(context, token)
  const known = await context.app.auth.users.byEmail(email)
  return {
    therapistName,
    firstName,
    email,
    next: known ? ('sign-in' as const) : ('set-password' as const),
    guardianOf,
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
 * Creates the account of an invited person and signs the person in. Connects a client with the therapist, or makes the account the guardian who was
 * invited. Works once for each invitation; the same person can repeat the call with the same password until the account has a second factor. The
 * profile gets the names of the client record or of the guardian. Refuses with SIGN_IN_TO_ACCEPT if the address already has an account, with
 * INVALID_LINK if the link is no longer valid, and as `agreeOnJoining`, `limitOpenCalls` and `signInAfterPasswordSet` do.
 */
export async function acceptInvitationWithPassword(context: Context, input: Acceptance): Promise<CompletedSignIn> {
  await limitOpenCalls(context)
  const invitation = await openInvitation(context, input.token)
  const created = invitation && (await createInvitedAccount(context, input, invitation))
  const earlier = created === 'created' ? null : await readAcceptedAccount(context, input)
  const email = created === 'created' ? invitation?.email : earlier?.email
  if (!email) throw created === 'taken' ? signInToAccept() : invalidLink()
  const result = await signInAfterPasswordSet(context, email, input.password)
  if (result.kind !== 'signed-in')
    throw new Error('the account of an accepted invitation got a second factor meanwhile')
  if (earlier) await acceptWithLink(context, earlier.userId, input.token, input.agreedVersionId)
  return result
}

/** Returns the account that an earlier call with the same link and password created; null if there is none or it has a second factor. */
async function readAcceptedAccount(context: Context, input: Acceptance) {
  const account =
    (await readAccountOfUsedLink(context, 'invite', input)) ?? (await readAccountOfUsedLink(context, 'guardian', input))
  if (!account) return null
  return (await context.app.auth.users.withSecondFactor([account.userId])).size === 0 ? account : null
}

/**
 * Creates the account and, in one transaction that no new version of the consent text can interrupt, its profile, its agreement and its
 * connection. If the transaction fails after the account was created, signing in connects only with an agreement. Returns 'taken' if the address has
 * an account, and null if the link is no longer valid.
 */
async function createInvitedAccount({ app, requestId }: Context, input: Acceptance, invitation: OpenInvitation) {
  const { token, language, zone, agreedVersionId: versionId } = input
  const { email, purpose } = invitation
  if (await app.auth.users.byEmail(email)) return 'taken'
  const passwordHash = await app.auth.passwords.hash(input.password)
  const [id, now] = [randomUUID(), app.clock.now()]
  const name = { firstName: '', lastName: '' }
  return connectAs(app, { role: 'client', id }, async (tx) => {
    await hasToAgree(tx, { as: 'client', versionId })
    const account = { id, email, ...name, language, zone, passwordHash }
    const created = await app.auth.users.createInvited({ value: token, purpose }, account)
    if (created !== 'created') return created
    await insertProfile(tx, { email, language, zone }, now)
    if (input.discreet) await saveDiscreetEmails(tx, now)
    await agreeOnJoining(tx, { as: 'client', versionId, requestId, now })
    if (invitation.purpose === 'invite') await connectByInvitation(tx, invitation.id)
    else await acceptGuardianInvitation(tx, invitation.id, now)
    return created
  })
}

/**
 * Connects the signed-in client with the therapist of an invitation, or makes the account the guardian who was invited. The same person can repeat
 * the call. Refuses with ONLY_CLIENTS for any other role, with OWN_RECORD if the account is that of the client in question, with INVALID_LINK, and as
 * `agreeOnJoining` does.
 */
export async function acceptInvitationSignedIn(
  context: Context,
  token: string,
  versionId?: LegalVersionId,
): Promise<void> {
  const { app, login } = context
  if (login?.role !== 'client') throw createRefusal('ONLY_CLIENTS', 409)
  const { oneTimeTokens } = app.auth
  const isNew = (await oneTimeTokens.read('invite', token)) ?? (await oneTimeTokens.read('guardian', token))
  const invitation = isNew && (await invitationOf(context, token))
  if (invitation?.purpose === 'guardian' && invitation.clientAccountId === login.userId) {
    throw createRefusal('OWN_RECORD', 409)
  }
  await app.db.asActor({ role: login.role, id: login.userId }, (tx) => hasToAgree(tx, { as: 'client', versionId }))
  if (!(await acceptWithLink(context, login.userId, token, versionId))) throw invalidLink()
}

/**
 * Accepts the invitation of a link for an account, once. Returns whether it was accepted, now or before, or null if no invitation has the token.
 * Refuses as `agreeOnJoining` does.
 */
async function acceptWithLink(context: Context, userId: AccountId, token: string, versionId?: LegalVersionId) {
  const { app, requestId } = context
  const agreeing = { versionId, requestId }
  return (
    (await acceptAs(context, { userId, token, purpose: 'invite' }, (id) =>
      acceptInvitationAs(app, userId, id, agreeing),
    )) ??
    (await acceptAs(context, { userId, token, purpose: 'guardian' }, (id) =>
      acceptGuardianInvitationAs(app, userId, id, agreeing),
    ))
  )
}

/**
 * Uses the link of an invitation for the account and accepts the invitation, once. Returns whether it was accepted, now or before, or null if no link
 * of this purpose has the token.
 */
async function acceptAs(
  { app }: Context,
  { userId, token, purpose }: { userId: AccountId; token: string; purpose: InvitationPurpose },
  accept: (id: string) => Promise<unknown>,
): Promise<boolean | null> {
  const { oneTimeTokens } = app.auth
  const id = await oneTimeTokens.useInvitation({ token }, userId, purpose)
  if (!id) return null
  if (!(await oneTimeTokens.unsettledInvitations(userId, purpose)).includes(id)) return true
  const accepted = await accept(id)
  await app.auth.settleInvitation(id, purpose)
  return Boolean(accepted)
}

/**
 * Emails a new link to the invited person. Accepts the token of an old or a current link. The response is the same for any token. Refuses only as
 * `limitOpenCalls` does.
 */
export async function requestFreshInvitation(context: Context, token: string): Promise<void> {
  await limitOpenCalls(context)
  const { oneTimeTokens } = context.app.auth
  const invitationId = await oneTimeTokens.subjectOf('invite', token)
  if (invitationId) return sendFresh(context.app, invitationId)
  const guardianId = await oneTimeTokens.subjectOf('guardian', token)
  if (guardianId) await sendFreshGuardianInvitation(context.app, guardianId)
}

const signInToAccept = () => createRefusal('SIGN_IN_TO_ACCEPT', 409)
