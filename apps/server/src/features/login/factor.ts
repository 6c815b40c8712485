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

/** Counts a password that a signed-in person types once more: whoever took the browser must not be able to guess it here. */
async function guessOf(context: Context) {
  const { email } = needPassword(context)
  const { auth } = context.house
  const guess = await auth.guesses.password(email, auth.devices.of(context.reqHeaders))
  if (!guess.allowed) throw invalidCredentials()
  return guess
}

/** Begins to set up an authenticator app. Open to a weak login only as long as the account owns no factor. */
export async function enrol(context: Context, password: string) {
  const guess = await guessOf(context)
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

/** Ends the set-up with a first code. The login of this browser is replaced by a strong one. */
export async function confirmEnrolment(context: Context, code: string): Promise<SignedIn> {
  // P1: a passkey stands, and has not been shown here.
  if (context.login?.hasPasskey && !context.login.hasApp) needStrong(context)
  const body = { code: code.replace(/\s/g, '') }
  const answer = await context.house.auth.engine({ path: '/two-factor/verify-totp', body }, callerOf(context, 'login'))
  // Where no set-up was begun, no code is right.
  if (answer.code === 'INVALID_CODE' || answer.code === 'TOTP_NOT_ENABLED') throw invalidCode()
  // The factor stands already.
  if (answer.code === 'STEP_UP') throw conflict()
  if (answer.status !== 200) refuseEngine(context, answer)
  await postAuthMail(context.house.db, { kind: 'app-added', userId: needLogin(context).userId, generation: 0 })
  if (answer.cookies.login) return finish(context, answer)
  // Beside a passkey the engine leaves the login as it is: strong already. The code is used up all the same.
  await context.house.auth.useCode(needLogin(context).userId, body.code)
  return finish(context, { ...answer, cookies: { login: context.house.auth.logins.signedOf(context.reqHeaders) } })
}

export async function newRecoveryCodes(context: Context, password: string) {
  const guess = await guessOf(context)
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

/** Switches the authenticator app off. Whose role asks for a second factor keeps the last one. */
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

/** Makes the login of this browser strong: a new one takes its place. */
export async function stepUp(context: Context, code: string): Promise<SignedIn> {
  const body = { code: code.replace(/\s/g, '') }
  const answer = await context.house.auth.engine({ path: '/step-up/totp', body }, callerOf(context, 'login'))
  if (answer.code === 'INVALID_CODE') throw invalidCode()
  if (answer.code === 'TOTP_NOT_ENABLED') throw stepUpNeeded('enrol')
  if (answer.status !== 200) refuseEngine(context, answer)
  return finish(context, answer)
}

async function finish(context: Context, answer: EngineAnswer): Promise<SignedIn> {
  const signedIn = await begin(context, answer.cookies.login)
  await context.house.auth.guesses.clearFactor(signedIn.login.userId)
  return signedIn
}

/** The owner of an account says no to the reset that an admin has begun. */
export async function stopFactorReset(context: Context, token: string): Promise<void> {
  await countOpenCall(context)
  if (!(await context.house.auth.factorResets.stop(token))) throw invalidLink()
}
