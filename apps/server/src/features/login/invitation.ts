import type { Context } from '../../platform/policy/context.ts'
import { refuse } from '../../platform/policy/refusal.ts'
import { sendFreshInvitation as sendFresh } from '../connection/connection.ts'
import { signInWith, type SignedIn } from './begin.ts'
import { countOpenCall, invalidLink } from './calls.ts'
import { connectAccepted } from './connect-accepted.ts'
import { lookAtInvitationRow, type InvitationRow } from './login.queries.ts'

/** The invitation of a currently valid token. A token that was replaced by a newer email is invalid at once. */
async function invitationOf({ house }: Context, token: string): Promise<InvitationRow> {
  const held = await house.auth.box.look('invite', token)
  const row = held && (await lookAtInvitationRow(house.db, held.subject))
  const isValid =
    row &&
    row.generation === held.generation &&
    row.state !== 'accepted' &&
    new Date(row.expires_at) > house.clock.now()
  if (!isValid) throw invalidLink()
  return row
}

export async function lookAtInvitation(context: Context, token: string) {
  await countOpenCall(context)
  const row = await invitationOf(context, token)
  const known = await context.house.auth.people.byEmail(row.email)
  return {
    therapistName: row.therapist_name,
    firstName: row.first_name,
    email: row.email,
    next: known ? ('sign-in' as const) : ('set-password' as const),
  }
}

type Acceptance = { token: string; password: string; language: string; zone: string }

/**
 * Creates the account of an invited person, connects it and signs it in, once. The names are those of the client
 * record.
 */
export async function acceptInvitation(context: Context, input: Acceptance): Promise<SignedIn> {
  await countOpenCall(context)
  const { house } = context
  const { email } = await invitationOf(context, input.token)
  if (await house.auth.people.byEmail(email)) throw signInToAccept()
  const created = await house.auth.people.makeInvited(input.token, {
    email,
    firstName: '',
    lastName: '',
    language: input.language,
    zone: input.zone,
    passwordHash: await house.auth.passwords.hash(input.password),
  })
  if (created === 'taken') throw signInToAccept()
  if (!created) throw invalidLink()
  const result = await signInWith(context, email, input.password)
  if (result.kind !== 'signed-in') throw new Error('a new account owns no second factor')
  return result
}

/** Connects the signed-in client. Repeating it as the same person succeeds. */
export async function acceptInvitationSignedIn(context: Context, token: string): Promise<void> {
  const { house, login } = context
  if (login?.role !== 'client') throw refuse('ONLY_CLIENTS', 409)
  const held = await house.auth.box.look('invite', token)
  if (held) await invitationOf(context, token)
  const invitationId = await house.auth.box.useInvitation({ token }, login.userId)
  if (!invitationId) throw invalidLink()
  const open = await house.auth.box.unsettled(login.userId)
  if (!open.includes(invitationId)) return
  const connected = await connectAccepted(house, login.userId)
  if (!connected.includes(invitationId)) throw invalidLink()
}

/** Emails a fresh link to the recipient of an old one. The response is the same for any token. */
export async function sendFreshInvitation(context: Context, token: string): Promise<void> {
  await countOpenCall(context)
  const invitationId = await context.house.auth.box.trace('invite', token)
  if (invitationId) await sendFresh(context.house, invitationId)
}

const signInToAccept = () => refuse('SIGN_IN_TO_ACCEPT', 409)
