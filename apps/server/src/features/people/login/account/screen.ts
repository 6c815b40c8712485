import type { Context } from '../../../../platform/policy/context.ts'
import { createRefusal, noLogin } from '../../../../platform/policy/refusal.ts'
import type { WebAuthnResponse } from '../../../../platform/auth/engine/client.ts'
import { verifyOwnPasskey } from '../factor/passkeys.ts'
import { requireSignedIn } from '../login.calls.ts'
import { sendPageKey } from '../login.held.ts'
import { verifyOwnPassword } from './logins.ts'

type Proof = { password: string } | { response: WebAuthnResponse } | { secret: string }

/** Locks the screen of the caller's login, and closes its sockets. */
export async function lockScreen(context: Context): Promise<void> {
  const login = requireSignedIn(context)
  await context.app.auth.screenLocks.lock(login.id)
  await context.app.sockets.check(login.userId)
}

/**
 * Unlocks the screen of the caller's login, and sends the page its new key. Refuses, depending on the proof, with INVALID_CREDENTIALS or NO_PASSWORD,
 * as `verifyOwnPasskey` does, or with INVALID_SECRET, and with NO_LOGIN if the login has ended. A secret of the device never unlocks a login while a
 * guardian signs a form on the device, because the app may release the secret to another person.
 */
export async function unlockScreen(context: Context, proof: Proof): Promise<void> {
  const { screenLocks } = context.app.auth
  const login = requireSignedIn(context)
  if ('password' in proof) await verifyOwnPassword(context, proof.password)
  else if ('response' in proof) await verifyOwnPasskey(context, proof.response)
  else if (login.lock.lockedFor === 'signing' || !(await screenLocks.verifySecret(login.id, proof.secret)))
    throw createRefusal('INVALID_SECRET', 401)
  const key = await screenLocks.unlock(login.id)
  if (key === null) throw noLogin()
  sendPageKey(context, key)
}

/** Issues the secret with which this device unlocks the screen from now on. */
export const issueUnlockSecret = async (context: Context): Promise<{ secret: string }> => ({
  secret: await context.app.auth.screenLocks.newSecret(requireSignedIn(context).id),
})
