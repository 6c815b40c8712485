import { ActiveLogins } from './ActiveLogins.tsx'
import { PasskeySettings } from './PasskeySettings.tsx'
import { SignInProviderSettings } from './SignInProviderSettings.tsx'

/** Edits passkeys, sign-in providers and active logins of the signed-in person. */
export function SignInSettings() {
  return (
    <>
      <PasskeySettings />
      <SignInProviderSettings />
      <ActiveLogins />
    </>
  )
}
