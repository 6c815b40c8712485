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
  const open = (await openClientInvitation(context, token)) ?? (await openGuardianInvitation(context, token))
  if (!open) throw invalidLink()
  return open
}

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
 * invited. Works once for each invitation. The profile gets the names of the client record or of the guardian. Refuses with SIGN_IN_TO_ACCEPT if the
 * address already has an account, with INVALID_LINK if the link is no longer valid, and as `agreeOnJoining`, `limitOpenCalls` and
 * `signInAfterPasswordSet` do.
 */
export async function acceptInvitationWithPassword(context: Context, input: Acceptance): Promise<CompletedSignIn> {
  await limitOpenCalls(context)
  const { app } = context
  const invitation = await invitationOf(context, input.token)
  const { email } = invitation
  if (await app.auth.users.byEmail(email)) throw signInToAccept()
  const passwordHash = await app.auth.passwords.hash(input.password)
  const created = await createInvitedAccount(context, input, { passwordHash, invitation })
  if (created === 'taken') throw signInToAccept()
  if (!created) throw invalidLink()
  const result = await signInAfterPasswordSet(context, email, input.password)
  if (result.kind !== 'signed-in') throw new Error('a new account owns no second factor')
  return result
}

type InvitedPerson = { passwordHash: string; invitation: OpenInvitation }

/**
 * Creates the account and, in one transaction that no new version of the consent text can interrupt, its profile, its agreement and its
 * connection. If the transaction fails after the account was created, signing in connects only with an agreement.
 */
async function createInvitedAccount({ app, requestId }: Context, input: Acceptance, person: InvitedPerson) {
  const { token, language, zone, agreedVersionId: versionId } = input
  const { passwordHash, invitation } = person
  const { email, purpose } = invitation
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
  const { app, login, requestId } = context
  if (login?.role !== 'client') throw createRefusal('ONLY_CLIENTS', 409)
  const { oneTimeTokens } = app.auth
  const isNew = (await oneTimeTokens.read('invite', token)) ?? (await oneTimeTokens.read('guardian', token))
  const invitation = isNew && (await invitationOf(context, token))
  if (invitation?.purpose === 'guardian' && invitation.clientAccountId === login.userId) {
    throw createRefusal('OWN_RECORD', 409)
  }
  await app.db.asActor({ role: login.role, id: login.userId }, (tx) => hasToAgree(tx, { as: 'client', versionId }))
  const agreeing = { versionId, requestId }
  const connected =
    (await acceptAs(context, { token, purpose: 'invite' }, (id) =>
      acceptInvitationAs(app, login.userId, id, agreeing),
    )) ??
    (await acceptAs(context, { token, purpose: 'guardian' }, (id) =>
      acceptGuardianInvitationAs(app, login.userId, id, agreeing),
    ))
  if (!connected) throw invalidLink()
}

/**
 * Uses the link of an invitation for the signed-in account and accepts the invitation, once. Returns whether it was accepted, now or before, or null
 * if no link of this purpose has the token.
 */
async function acceptAs(
  { app, login }: Context,
  { token, purpose }: { token: string; purpose: InvitationPurpose },
  accept: (id: string) => Promise<unknown>,
): Promise<boolean | null> {
  if (!login) return null
  const { oneTimeTokens } = app.auth
  const id = await oneTimeTokens.useInvitation({ token }, login.userId, purpose)
  if (!id) return null
  if (!(await oneTimeTokens.unsettledInvitations(login.userId, purpose)).includes(id)) return true
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
