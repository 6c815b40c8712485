import { Logins } from './Logins.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Providers } from './Providers.tsx'

/** Passkeys, linked sign-in providers and active logins of the signed-in person. */
export default function Access() {
  return (
    <>
      <Passkeys />
      <Providers />
      <Logins />
    </>
  )
}
