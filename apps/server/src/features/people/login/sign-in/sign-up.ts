import type { AuthMailKind } from '@attune/contract/features/messages/notification/notification.mail-kinds'
import { randomUUID } from 'node:crypto'
import type { AuthUser } from '../../../../platform/auth/auth-users.ts'
import type { Auth } from '../../../../platform/auth/auth.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { queueNoAuthMail, queueAuthMail } from '../../../messages/notification/notification.ts'
import { readProductSettings } from '../../../practice/administration/administration.ts'
import { signInAfterPasswordSet, type SignInOutcome } from '../login.complete.ts'
import {
  atFixedIntervals,
  engineCallerOf,
  limitOpenCalls,
  invalidLink,
  isMailAllowed,
  refuseEngineResponse,
} from '../login.calls.ts'
import { readAccountOfUsedLink } from './used-link.ts'

type NewAccount = { firstName: string; lastName: string; email: string; password: string; language: string }

/**
 * Creates an account and emails the confirmation link, or emails the owner of an existing account. The response and the response time are the same in
 * both cases, unless the admin has chosen to reveal confirmed accounts: signing up then refuses with ACCOUNT_EXISTS. Also refuses with BAD_REQUEST
 * for a weak password, and as `limitOpenCalls` and `refuseEngineResponse` do.
 */
export async function signUp(context: Context, input: NewAccount): Promise<void> {
  await limitOpenCalls(context)
  await atFixedIntervals(context.app.responseIntervals.signUp, signUpNow(context, input))
}

async function signUpNow(context: Context, input: NewAccount): Promise<void> {
  const { tellExistingAccounts } = await readProductSettings(context.app)
  if (tellExistingAccounts && (await context.app.auth.users.byEmail(input.email))?.emailVerified) {
    throw createRefusal('ACCOUNT_EXISTS', 409)
  }
  const allowed = await isMailAllowed(context, 'confirm', input.email)
  const name = `${input.firstName} ${input.lastName}`
  const answer = await context.app.auth.engine(
    { path: '/sign-up/email', body: { ...input, name } },
    engineCallerOf(context, 'nobody'),
  )
  if (answer.code === 'WEAK_PASSWORD') throw createRefusal('BAD_REQUEST', 400)
  // Status 422 means that a concurrent request has created the same account. The response must not reveal this.
  if (answer.status !== 200 && answer.status !== 422) refuseEngineResponse(context, answer)
  if (allowed) await mailAboutAccount(context, input.email)
}

export async function resendConfirmation(context: Context, email: string): Promise<void> {
  await limitOpenCalls(context)
  await atFixedIntervals(
    context.app.responseIntervals.mail,
    (async () => {
      if (await isMailAllowed(context, 'confirm', email)) await mailAboutAccount(context, email)
    })(),
  )
}

/**
 * Emails the confirmation link. If the address is already confirmed, emails a notice that the account exists. For an
 * address without an account, does the same work and rolls the work back, so that the response time is the same.
 */
async function mailAboutAccount(context: Context, email: string): Promise<void> {
  const person = await context.app.auth.users.byEmail(email)
  await mailOrPretend(context, person, person?.emailVerified ? 'exists' : 'confirm')
}

async function mailOrPretend({ app }: Context, person: AuthUser | null, kind: AuthMailKind): Promise<void> {
  const userId = person?.id ?? randomUUID()
  const generation = await app.auth.users.nextGenerationIfKnown(userId)
  if (generation === null) await queueNoAuthMail(app.db, { kind, userId, generation: 0 })
  else await queueAuthMail(app.db, { kind, userId, generation })
}

/**
 * Confirms an email address and signs in with the given password. This password replaces the password from the sign-up, because someone else may have
 * signed up with this address. The same person can repeat the call. Refuses with INVALID_LINK, and as `limitOpenCalls` and `signInAfterPasswordSet`
 * do.
 */
export async function confirmEmail(
  context: Context,
  input: { token: string; password: string },
): Promise<SignInOutcome> {
  await limitOpenCalls(context)
  const { auth } = context.app
  const confirmed = await confirmWithLink(auth, input)
  if (confirmed) await auth.guessLimits.clearPassword(confirmed)
  const email = confirmed ?? (await readAccountOfUsedLink(context, 'confirm', input))?.email
  if (!email) throw invalidLink()
  return signInAfterPasswordSet(context, email, input.password)
}

/** Uses up the link and returns the confirmed address; null if the link is not valid. */
async function confirmWithLink(auth: Auth, { token, password }: { token: string; password: string }) {
  const held = await auth.oneTimeTokens.read('confirm', token)
  if (!held?.userId) return null
  const stored = await auth.users.passwordHashOf(held.userId)
  const isSamePassword = stored !== null && (await auth.passwords.verify({ hash: stored, password }))
  return auth.users.confirmEmail(token, isSamePassword ? null : await auth.passwords.hash(password))
}

export async function requestReset(context: Context, email: string): Promise<void> {
  await limitOpenCalls(context)
  await atFixedIntervals(context.app.responseIntervals.mail, mailReset(context, email))
}

async function mailReset(context: Context, email: string): Promise<void> {
  const { app } = context
  const [allowed, person] = [await isMailAllowed(context, 'reset', email), await app.auth.users.byEmail(email)]
  if (allowed) await mailOrPretend(context, person, 'reset')
}

/**
 * Sets a new password. Ends all logins, deletes all known devices and keeps the second factor. Does not sign in. This browser becomes a known device,
 * because its user owns the mailbox. The owner can then sign in here while strangers guess the password. The same person can repeat the call.
 * Refuses with INVALID_LINK, and as `limitOpenCalls` does.
 */
export async function resetPassword(context: Context, input: { token: string; password: string }): Promise<void> {
  await limitOpenCalls(context)
  const { auth } = context.app
  const held = await auth.oneTimeTokens.read('reset', input.token)
  const email = held && (await auth.users.resetPassword(input.token, await auth.passwords.hash(input.password)))
  if (email) await auth.guessLimits.clearPassword(email)
  const userId = email ? held.userId : (await readAccountOfUsedLink(context, 'reset', input))?.userId
  if (!userId) throw invalidLink()
  await auth.knownDevices.remember(userId, context)
}

export async function previewLink(context: Context, input: { token: string; purpose: 'confirm' | 'reset' | 'setup' }) {
  await limitOpenCalls(context)
  const held = await context.app.auth.oneTimeTokens.read(input.purpose, input.token)
  if (!held) throw invalidLink()
  return { email: held.email }
}
