import type { z } from 'zod'
import type { PasskeyResponse } from '@attune/contract/features/login.shapes'
import { api } from './api.ts'

type Answer = z.infer<typeof PasskeyResponse>
type Asked = 'sign-in' | 'second-factor' | 'unlock'

/** Whether this browser knows passkeys. */
export const knowsPasskeys = () =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Who turned away from the browser's question, or let it pass: no error, and no answer. */
const turnedAway = (error: unknown) =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')

async function answered(ask: () => Promise<Credential | null>): Promise<Answer | null> {
  try {
    const credential = await ask()
    return credential instanceof PublicKeyCredential ? (credential.toJSON() as unknown as Answer) : null
  } catch (error) {
    if (turnedAway(error)) return null
    throw error
  }
}

/** Asks for one of the person's passkeys; null where they turned away. */
export async function askPasskey(purpose: Asked): Promise<Answer | null> {
  const { options } = await api.login.passkeyOptions({ for: purpose })
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  return answered(() => navigator.credentials.get({ publicKey }))
}

/** Has the browser make a passkey; null where the person turned away. An older login gives the password too. */
export async function makePasskey(password?: string): Promise<Answer | null> {
  const { options } = await api.login.passkeyOptions({ for: 'register', ...(password && { password }) })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return answered(() => navigator.credentials.create({ publicKey }))
}
