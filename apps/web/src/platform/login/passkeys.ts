import type { z } from 'zod'
import type { PasskeyResponse } from '@attune/contract/features/people/login/login.schemas'
import { api } from '../api/api.ts'

type Answer = z.infer<typeof PasskeyResponse>
type PasskeyPurpose = 'sign-in' | 'second-factor' | 'unlock'

/**
 * Whether this page can use passkeys. A web view does not support passkeys for the practice's domain, so the native app uses the system's browser.
 */
export const supportsPasskeys = () =>
  import.meta.env.MODE !== 'native' &&
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Whether the person dismissed the browser's passkey dialog or let it time out. */
const wasDismissed = (error: unknown) =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')

async function passkeyResponse(ask: () => Promise<Credential | null>): Promise<Answer | null> {
  try {
    const credential = await ask()
    return credential instanceof PublicKeyCredential ? (credential.toJSON() as unknown as Answer) : null
  } catch (error) {
    if (wasDismissed(error)) return null
    throw error
  }
}

/** Asks the person for one of their passkeys. Returns null if the person dismissed the dialog. */
export async function requestPasskey(purpose: PasskeyPurpose): Promise<Answer | null> {
  const { options } = await api.login.passkeyOptions({ for: purpose })
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  return passkeyResponse(() => navigator.credentials.get({ publicKey }))
}

/**
 * Creates a passkey. Returns null if the person dismissed the dialog. If the last sign-in is not recent, the password
 * is required.
 */
export async function createPasskey(password?: string): Promise<Answer | null> {
  const { options } = await api.login.passkeyOptions({ for: 'register', ...(password && { password }) })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return passkeyResponse(() => navigator.credentials.create({ publicKey }))
}
