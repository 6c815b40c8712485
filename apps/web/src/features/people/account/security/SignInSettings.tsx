import { ActiveLogins } from './ActiveLogins.tsx'
import { PasskeySettings } from './PasskeySettings.tsx'
import { SignInProviderSettings } from './SignInProviderSettings.tsx'

export default function SignInSettings() {
  return (
    <>
      <PasskeySettings />
      <SignInProviderSettings />
      <ActiveLogins />
    </>
  )
}
