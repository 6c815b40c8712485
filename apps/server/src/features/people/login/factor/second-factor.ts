import type { Enrolment, LoginView } from '@attune/contract/features/people/login/login.schemas'
import type { EngineResponse } from '../../../../platform/auth/engine/client.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { conflict, notFound, createRefusal } from '../../../../platform/policy/refusal.ts'
import { queueAuthMail } from '../../../messages/notification/notification.ts'
import { completeSignIn, type CompletedSignIn } from '../login.complete.ts'
import {
  engineCallerOf,
  limitOpenCalls,
  invalidLink,
  invalidCode,
  invalidCredentials,
  requireSignedIn,
  requirePasswordAccount,
  requireProvedFactor,
  refuseEngineResponse,
  stepUpRequired,
} from '../login.calls.ts'
import { loginViewOf } from '../login.view.ts'
import { verifyOwnPassword } from '../account/logins.ts'
import { confirmSharedApp, readLoginToShareWith, restartSharedApp } from './shared-app.ts'

/**
 * Counts a guess of the password that a signed-in person enters again, and returns the guess. The limit prevents
 * another person who uses this browser from trying many passwords. Refuses with NO_PASSWORD, and with
 * INVALID_CREDENTIALS after too many guesses.
 */
async function countPasswordGuess(context: Context) {
  const { email } = requirePasswordAccount(context)
  const { auth } = context.app
  const guess = await auth.guessLimits.countPassword(email, auth.knownDevices.hashFrom(context.reqHeaders))
  if (!guess.allowed) throw invalidCredentials()
  return guess
}

/**
 * Starts the set-up of an authenticator app, for both accounts that `/setup` created if `restartSharedApp` allows it. Refuses with STEP_UP if the
 * account has a second factor that was not proved in this login, with CONFLICT if an app is already set up, and with NO_PASSWORD and
 * INVALID_CREDENTIALS as `countPasswordGuess` does.
 */
export async function enrolAuthenticatorApp(context: Context, password: string): Promise<Enrolment> {
  const shared = await restartSharedApp(context, password)
  if (shared) return shared
  const guess = await countPasswordGuess(context)
  const answer = await context.app.auth.engine(
    { path: '/two-factor/enable', body: { password } },
    engineCallerOf(context, 'login'),
  )
  if (answer.code === 'INVALID_PASSWORD') throw invalidCredentials()
  if (answer.code === 'TOTP_ALREADY_ENABLED') throw conflict()
  if (answer.status !== 200) refuseEngineResponse(context, answer)
  await guess.clear()
  const uri = String(answer.body.totpURI)
  return {
    uri,
    secret: new URL(uri).searchParams.get('secret') ?? '',
    recoveryCodes: answer.body.backupCodes as string[],
    other: null,
  }
}

/**
 * Completes the set-up with the first code of the app, for both accounts that `/setup` created if `readLoginToShareWith` returns the other one;
 * `both` is true in that case. Replaces the login of this browser by one with assurance level 2. Refuses with STEP_UP if the account has only a
 * passkey that was not proved in this login, with INVALID_CODE for a wrong code or if no set-up was started, with CONFLICT if the app is already set
 * up, and as `refuseEngineResponse` and `completeSignIn` do.
 */
export async function confirmEnrolment(context: Context, typed: string): Promise<CompletedSignIn & { both: boolean }> {
  const code = typed.replace(/\s/g, '')
  const other = await readLoginToShareWith(context)
  if (other) return { ...(await confirmSharedApp(context, other.login, code)), both: true }
  return { ...(await confirmOwnApp(context, code)), both: false }
}

async function confirmOwnApp(context: Context, code: string): Promise<CompletedSignIn> {
  // If the account has a passkey and no app yet, the passkey must have been proved in this login.
  if (context.login?.hasPasskey && !context.login.hasApp) requireProvedFactor(context)
  const answer = await context.app.auth.engine(
    { path: '/two-factor/verify-totp', body: { code } },
    engineCallerOf(context, 'login'),
  )
  // TOTP_NOT_ENABLED means that no set-up was started, so no code is valid.
  if (answer.code === 'INVALID_CODE' || answer.code === 'TOTP_NOT_ENABLED') throw invalidCode()
  // STEP_UP means here that the app is already set up.
  if (answer.code === 'STEP_UP') throw conflict()
  if (answer.status !== 200) refuseEngineResponse(context, answer)
  await queueAuthMail(context.app.db, { kind: 'app-added', userId: requireSignedIn(context).userId, generation: 0 })
  if (answer.cookies.login) return completeStrongSignIn(context, answer)
  // A login that has proved a passkey already has level 2, so the engine creates no new login. The code must still be
  // marked as used.
  await context.app.auth.consumeTotpCode(requireSignedIn(context).userId, code)
  return completeStrongSignIn(context, {
    ...answer,
    cookies: { login: context.app.auth.logins.signedTokenOf(context.reqHeaders) },
  })
}

export async function renewRecoveryCodes(context: Context, password: string) {
  const guess = await countPasswordGuess(context)
  const answer = await context.app.auth.engine(
    { path: '/two-factor/generate-backup-codes', body: { password } },
    engineCallerOf(context, 'login'),
  )
  if (answer.code === 'INVALID_PASSWORD') throw invalidCredentials()
  if (answer.code === 'TWO_FACTOR_NOT_ENABLED') throw stepUpRequired('enrol')
  if (answer.status !== 200) refuseEngineResponse(context, answer)
  await guess.clear()
  return { recoveryCodes: answer.body.backupCodes as string[] }
}

/**
 * Removes the authenticator app and emails the person. Refuses with STEP_UP if the app was not proved in this login, as `verifyOwnPassword` does,
 * with NOT_FOUND if there is no app, and with LAST_FACTOR if it is the last second factor and the role is not client.
 */
export async function removeAuthenticatorApp(context: Context, password: string): Promise<{ login: LoginView }> {
  requireProvedFactor(context)
  const login = await verifyOwnPassword(context, password)
  const { auth, db } = context.app
  const result = await auth.authenticatorApps.remove(login.userId, login.role === 'client')
  if (result === 'unknown') throw notFound()
  if (result === 'only-one') throw createRefusal('LAST_FACTOR', 409)
  await queueAuthMail(db, { kind: 'app-removed', userId: login.userId, generation: 0 })
  const hasSecondFactor = login.hasPasskey
  return { login: loginViewOf({ ...login, hasApp: false, hasSecondFactor }) }
}

/**
 * Verifies a code of the authenticator app. Replaces the login of this browser by one with assurance level 2. Refuses with INVALID_CODE, with STEP_UP
 * if the account has no app, and as `refuseEngineResponse` and `completeSignIn` do.
 */
export async function stepUpWithCode(context: Context, code: string): Promise<CompletedSignIn> {
  const body = { code: code.replace(/\s/g, '') }
  const answer = await context.app.auth.engine({ path: '/step-up/totp', body }, engineCallerOf(context, 'login'))
  if (answer.code === 'INVALID_CODE') throw invalidCode()
  if (answer.code === 'TOTP_NOT_ENABLED') throw stepUpRequired('enrol')
  if (answer.status !== 200) refuseEngineResponse(context, answer)
  return completeStrongSignIn(context, answer)
}

async function completeStrongSignIn(context: Context, answer: EngineResponse): Promise<CompletedSignIn> {
  const signedIn = await completeSignIn(context, answer.cookies.login)
  await context.app.auth.guessLimits.clearFactor(signedIn.login.userId)
  return signedIn
}

/**
 * Stops the reset of a second factor that an admin has started. The token is from the link in the email to the owner of the account. Refuses with
 * INVALID_LINK, and with TOO_MANY as `limitOpenCalls` does.
 */
export async function stopFactorReset(context: Context, token: string): Promise<void> {
  await limitOpenCalls(context)
  if (!(await context.app.auth.factorResets.stop(token))) throw invalidLink()
}
