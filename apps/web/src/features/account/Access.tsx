import { Logins } from './Logins.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Providers } from './Providers.tsx'

/** By what one gets in, and where one is. */
export default function Access() {
  return (
    <>
      <Passkeys />
      <Providers />
      <Logins />
    </>
  )
}
