import type { Context } from '../../platform/policy/context.ts'
import { refuse } from '../../platform/policy/refusal.ts'
import { postAuthMail } from '../../platform/mail/outbox.ts'
import { readProduct } from '../administration/administration.ts'
import { signInWith, type SignInResult } from './begin.ts'
import { atLeast, callerOf, countOpenCall, invalidLink, mayMail, refuseEngine } from './calls.ts'

type NewAccount = { firstName: string; lastName: string; email: string; password: string; language: string }

/** Longer than creating an account or enqueueing an email takes, in milliseconds. */
const minimumMilliseconds = { signUp: 350, mail: 250 }

/**
 * Creates an account, or emails the owner of an existing one. The response and its time are the same in both cases,
 * unless the admin has chosen to reveal existing accounts.
 */
export async function signUp(context: Context, input: NewAccount): Promise<void> {
  await countOpenCall(context)
  await atLeast(minimumMilliseconds.signUp, signUpNow(context, input))
}

async function signUpNow(context: Context, input: NewAccount): Promise<void> {
  const { tellExistingAccounts } = await readProduct(context.house)
  if (tellExistingAccounts && (await context.house.auth.people.byEmail(input.email))?.emailVerified) {
    throw refuse('ACCOUNT_EXISTS', 409)
  }
  const allowed = await mayMail(context, input.email)
  const name = `${input.firstName} ${input.lastName}`
  const answer = await context.house.auth.engine(
    { path: '/sign-up/email', body: { ...input, name } },
    callerOf(context, 'nobody'),
  )
  if (answer.code === 'WEAK_PASSWORD') throw refuse('BAD_REQUEST', 400)
  // 422: a concurrent request created the same account.
  if (answer.status !== 200 && answer.status !== 422) refuseEngine(context, answer)
  if (allowed) await mailAboutAccount(context, input.email)
}

export async function resendConfirmation(context: Context, email: string): Promise<void> {
  await countOpenCall(context)
  await atLeast(
    minimumMilliseconds.mail,
    (async () => {
      if (await mayMail(context, email)) await mailAboutAccount(context, email)
    })(),
  )
}

/** Emails the confirmation link, or for a confirmed address a notice that the account exists. */
async function mailAboutAccount({ house }: Context, email: string): Promise<void> {
  const person = await house.auth.people.byEmail(email)
  if (!person) return
  const generation = await house.auth.people.nextGeneration(person.id)
  await postAuthMail(house.db, { kind: person.emailVerified ? 'exists' : 'confirm', userId: person.id, generation })
}

/**
 * Confirms an email address and signs in. The page asks for the password: someone who registered another person’s
 * address chose a different one, which is replaced.
 */
export async function confirm(context: Context, input: { token: string; password: string }): Promise<SignInResult> {
  await countOpenCall(context)
  const { auth } = context.house
  const held = await auth.box.look('confirm', input.token)
  if (!held?.userId) throw invalidLink()
  const stored = await auth.people.passwordOf(held.userId)
  const isSamePassword = stored !== null && (await auth.passwords.verify({ hash: stored, password: input.password }))
  const email = await auth.people.confirm(
    input.token,
    isSamePassword ? null : await auth.passwords.hash(input.password),
  )
  if (!email) throw invalidLink()
  await auth.guesses.forget(email)
  return signInWith(context, email, input.password)
}

export async function requestReset(context: Context, email: string): Promise<void> {
  await countOpenCall(context)
  await atLeast(minimumMilliseconds.mail, mailReset(context, email))
}

async function mailReset(context: Context, email: string): Promise<void> {
  const { house } = context
  const [allowed, person] = [await mayMail(context, email), await house.auth.people.byEmail(email)]
  if (!allowed || !person) return
  const generation = await house.auth.people.nextGeneration(person.id)
  await postAuthMail(house.db, { kind: 'reset', userId: person.id, generation })
}

/** Sets a new password and ends all logins and known devices; the second factor stays. Does not sign in. */
export async function reset(context: Context, input: { token: string; password: string }): Promise<void> {
  await countOpenCall(context)
  const { auth } = context.house
  if (!(await auth.box.look('reset', input.token))) throw invalidLink()
  const email = await auth.people.reset(input.token, await auth.passwords.hash(input.password))
  if (!email) throw invalidLink()
  await auth.guesses.forget(email)
}

export async function lookAtLink(context: Context, input: { token: string; purpose: 'confirm' | 'reset' | 'setup' }) {
  await countOpenCall(context)
  const held = await context.house.auth.box.look(input.purpose, input.token)
  if (!held) throw invalidLink()
  return { email: held.email }
}
