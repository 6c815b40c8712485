import type { Context } from '../../platform/policy/context.ts'
import { refuse } from '../../platform/policy/refusal.ts'
import { sendFreshInvitation as sendFresh } from '../connection/connection.ts'
import { signInWith, type SignedIn } from './begin.ts'
import { countOpenCall, invalidLink } from './calls.ts'
import { connectAccepted } from './connect-accepted.ts'
import { lookAtInvitationRow, type InvitationRow } from './login.queries.ts'

/** The invitation behind a token that is good now. One that was sent again since is not, even before the new mail has left. */
async function invitationOf({ house }: Context, token: string): Promise<InvitationRow> {
  const held = await house.auth.box.look('invite', token)
  const row = held && (await lookAtInvitationRow(house.db, held.subject))
  const good =
    row &&
    row.generation === held.generation &&
    row.state !== 'accepted' &&
    new Date(row.expires_at) > house.clock.now()
  if (!good) throw invalidLink()
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

/** Makes the account of an invited person, once, connects it and signs it in. Its names are those of the client record. */
export async function acceptInvitation(context: Context, input: Acceptance): Promise<SignedIn> {
  await countOpenCall(context)
  const { house } = context
  const { email } = await invitationOf(context, input.token)
  if (await house.auth.people.byEmail(email)) throw signInToAccept()
  const made = await house.auth.people.makeInvited(input.token, {
    email,
    firstName: '',
    lastName: '',
    language: input.language,
    zone: input.zone,
    passwordHash: await house.auth.passwords.hash(input.password),
  })
  if (made === 'taken') throw signInToAccept()
  if (!made) throw invalidLink()
  const result = await signInWith(context, email, input.password)
  if (result.kind !== 'signed-in') throw new Error('a new account owns no second factor')
  return result
}

/** Connects the client who is signed in at this browser. Asked twice by the same person it is answered the same. */
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

/** Mails a fresh link to where an old one went. Whatever the link is, the answer is the same. */
export async function sendFreshInvitation(context: Context, token: string): Promise<void> {
  await countOpenCall(context)
  const invitationId = await context.house.auth.box.trace('invite', token)
  if (invitationId) await sendFresh(context.house, invitationId)
}

const signInToAccept = () => refuse('SIGN_IN_TO_ACCEPT', 409)
