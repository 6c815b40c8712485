import { ActiveLogins } from './ActiveLogins.tsx'
import { PasskeySettings } from './PasskeySettings.tsx'
import { SignInProviderSettings } from './SignInProviderSettings.tsx'

/** Passkeys, linked sign-in providers and active logins of the signed-in person. */
export default function SignInSettings() {
  return (
    <>
      <PasskeySettings />
      <SignInProviderSettings />
      <ActiveLogins />
    </>
  )
}
