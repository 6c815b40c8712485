import { appSignInAddress } from '@attune/contract/features/people/native-app/native-app.rules'
import { ORPCError } from '@orpc/client'
import { api } from '../../api/api.ts'
import type { LoginView } from '../../login/login.ts'
import type { NativePort } from '../port.ts'

const verifierKey = 'sign-in'

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * Opens the sign-in page of the practice in the system's browser. The verifier is in secure storage, because the system may end the app while the
 * browser is in front.
 */
export async function openSignIn(port: NativePort, origin: string): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  await port.secrets.set(verifierKey, verifier)
  await port.openBrowser(appSignInAddress(origin, base64url(new Uint8Array(hash))))
}

/** Exchanges the code from the browser for a login. Throws INVALID_CODE if this app has not requested the code. */
export async function redeemCode(port: NativePort, code: string): Promise<{ token: string; login: LoginView }> {
  const verifier = await port.secrets.get(verifierKey)
  await port.secrets.remove(verifierKey)
  void port.closeBrowser()
  if (!verifier) throw new ORPCError('INVALID_CODE')
  const { token, login } = await api.login.redeemAppCode({ code, verifier, platform: port.platform })
  return { token, login }
}
