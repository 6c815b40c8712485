import type { LoginView } from '@attune/contract/features/login.schemas'
import type { EngineResponse } from '../../platform/auth/engine-client.ts'
import type { Context } from '../../platform/policy/context.ts'
import { conflict, notFound, createRefusal } from '../../platform/policy/refusal.ts'
import { queueAuthMail } from '../notification/notification.ts'
import { completeSignIn, type CompletedSignIn } from './login.complete.ts'
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
} from './login.calls.ts'
import { loginViewOf } from './login.view.ts'
import { verifyOwnPassword } from './login.account-logins.ts'

/** Counts a password that a signed-in person enters again, so that someone at an open browser cannot guess it here. */
async function countPasswordGuess(context: Context) {
  const { email } = requirePasswordAccount(context)
  const { auth } = context.app
  const guess = await auth.guessLimits.countPassword(email, auth.knownDevices.hashFrom(context.reqHeaders))
  if (!guess.allowed) throw invalidCredentials()
  return guess
}

/**
 * Starts the set-up of an authenticator app. A login without a proved factor may do so only while the account has no
 * factor.
 */
export async function enrolAuthenticatorApp(context: Context, password: string) {
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
  }
}

/** Completes the set-up with a first code. Replaces the login of this browser by one with assurance level 2. */
export async function confirmEnrolment(context: Context, code: string): Promise<CompletedSignIn> {
  // The account has a passkey that was not proved in this login.
  if (context.login?.hasPasskey && !context.login.hasApp) requireProvedFactor(context)
  const body = { code: code.replace(/\s/g, '') }
  const answer = await context.app.auth.engine(
    { path: '/two-factor/verify-totp', body },
    engineCallerOf(context, 'login'),
  )
  // Without a started set-up no code is valid.
  if (answer.code === 'INVALID_CODE' || answer.code === 'TOTP_NOT_ENABLED') throw invalidCode()
  // The app is already set up.
  if (answer.code === 'STEP_UP') throw conflict()
  if (answer.status !== 200) refuseEngineResponse(context, answer)
  await queueAuthMail(context.app.db, { kind: 'app-added', userId: requireSignedIn(context).userId, generation: 0 })
  if (answer.cookies.login) return completeStrongSignIn(context, answer)
  // If the account has a passkey, the engine keeps the login, which already has level 2. The code must still be consumed.
  await context.app.auth.consumeTotpCode(requireSignedIn(context).userId, body.code)
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

/** Removes the authenticator app. A role that requires a second factor cannot remove its last one. */
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

/** Raises the assurance level of this browser by replacing its login. */
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

/** The account owner cancels a reset of their second factor that an admin has started. */
export async function stopFactorReset(context: Context, token: string): Promise<void> {
  await limitOpenCalls(context)
  if (!(await context.app.auth.factorResets.stop(token))) throw invalidLink()
}
