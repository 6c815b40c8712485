import type { LoginView } from '@attune/contract/features/login.shapes'
import type { EngineAnswer } from '../../platform/auth/door.ts'
import type { Context } from '../../platform/policy/context.ts'
import { postAuthMail } from '../../platform/mail/outbox.ts'
import { conflict, notFound, refuse } from '../../platform/policy/refusal.ts'
import { begin, type SignedIn } from './begin.ts'
import {
  callerOf,
  countOpenCall,
  invalidLink,
  invalidCode,
  invalidCredentials,
  needLogin,
  needPassword,
  needStrong,
  refuseEngine,
  stepUpNeeded,
} from './calls.ts'
import { viewOf } from './login.view.ts'
import { provePassword } from './own-logins.ts'

/** Counts a password that a signed-in person enters again, so that someone at an open browser cannot guess it here. */
async function countPasswordGuess(context: Context) {
  const { email } = needPassword(context)
  const { auth } = context.house
  const guess = await auth.guesses.password(email, auth.devices.of(context.reqHeaders))
  if (!guess.allowed) throw invalidCredentials()
  return guess
}

/**
 * Starts the set-up of an authenticator app. A login without a proved factor may do so only while the account has no
 * factor.
 */
export async function enrol(context: Context, password: string) {
  const guess = await countPasswordGuess(context)
  const answer = await context.house.auth.engine(
    { path: '/two-factor/enable', body: { password } },
    callerOf(context, 'login'),
  )
  if (answer.code === 'INVALID_PASSWORD') throw invalidCredentials()
  if (answer.code === 'TOTP_ALREADY_ENABLED') throw conflict()
  if (answer.status !== 200) refuseEngine(context, answer)
  await guess.clear()
  const uri = String(answer.body.totpURI)
  return {
    uri,
    secret: new URL(uri).searchParams.get('secret') ?? '',
    recoveryCodes: answer.body.backupCodes as string[],
  }
}

/** Completes the set-up with a first code. Replaces the login of this browser by one with assurance level 2. */
export async function confirmEnrolment(context: Context, code: string): Promise<SignedIn> {
  // P1: the account has a passkey that was not proved in this login.
  if (context.login?.hasPasskey && !context.login.hasApp) needStrong(context)
  const body = { code: code.replace(/\s/g, '') }
  const answer = await context.house.auth.engine({ path: '/two-factor/verify-totp', body }, callerOf(context, 'login'))
  // Without a started set-up no code is valid.
  if (answer.code === 'INVALID_CODE' || answer.code === 'TOTP_NOT_ENABLED') throw invalidCode()
  // The app is already set up.
  if (answer.code === 'STEP_UP') throw conflict()
  if (answer.status !== 200) refuseEngine(context, answer)
  await postAuthMail(context.house.db, { kind: 'app-added', userId: needLogin(context).userId, generation: 0 })
  if (answer.cookies.login) return completeStrongSignIn(context, answer)
  // With a passkey the engine keeps the login, which already has level 2. The code is consumed all the same.
  await context.house.auth.useCode(needLogin(context).userId, body.code)
  return completeStrongSignIn(context, {
    ...answer,
    cookies: { login: context.house.auth.logins.signedOf(context.reqHeaders) },
  })
}

export async function newRecoveryCodes(context: Context, password: string) {
  const guess = await countPasswordGuess(context)
  const answer = await context.house.auth.engine(
    { path: '/two-factor/generate-backup-codes', body: { password } },
    callerOf(context, 'login'),
  )
  if (answer.code === 'INVALID_PASSWORD') throw invalidCredentials()
  if (answer.code === 'TWO_FACTOR_NOT_ENABLED') throw stepUpNeeded('enrol')
  if (answer.status !== 200) refuseEngine(context, answer)
  await guess.clear()
  return { recoveryCodes: answer.body.backupCodes as string[] }
}

/** Removes the authenticator app. A role that requires a second factor cannot remove its last one. */
export async function removeApp(context: Context, password: string): Promise<{ login: LoginView }> {
  needStrong(context)
  const login = await provePassword(context, password)
  const { auth, db } = context.house
  const result = await auth.apps.remove(login.userId, login.role === 'client')
  if (result === 'unknown') throw notFound()
  if (result === 'only-one') throw refuse('LAST_FACTOR', 409)
  await postAuthMail(db, { kind: 'app-removed', userId: login.userId, generation: 0 })
  const hasSecondFactor = login.hasPasskey
  return { login: viewOf({ ...login, hasApp: false, hasSecondFactor }) }
}

/** Raises the assurance level of this browser by replacing its login. */
export async function stepUp(context: Context, code: string): Promise<SignedIn> {
  const body = { code: code.replace(/\s/g, '') }
  const answer = await context.house.auth.engine({ path: '/step-up/totp', body }, callerOf(context, 'login'))
  if (answer.code === 'INVALID_CODE') throw invalidCode()
  if (answer.code === 'TOTP_NOT_ENABLED') throw stepUpNeeded('enrol')
  if (answer.status !== 200) refuseEngine(context, answer)
  return completeStrongSignIn(context, answer)
}

async function completeStrongSignIn(context: Context, answer: EngineAnswer): Promise<SignedIn> {
  const signedIn = await begin(context, answer.cookies.login)
  await context.house.auth.guesses.clearFactor(signedIn.login.userId)
  return signedIn
}

/** The account owner cancels a reset of their second factor that an admin has started. */
export async function stopFactorReset(context: Context, token: string): Promise<void> {
  await countOpenCall(context)
  if (!(await context.house.auth.factorResets.stop(token))) throw invalidLink()
}
