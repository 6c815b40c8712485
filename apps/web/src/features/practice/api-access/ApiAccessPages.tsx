import { AllowedOriginSettings } from './AllowedOriginSettings.tsx'
import { PublicKeySettings } from './PublicKeySettings.tsx'

export { RequestLimitSettings } from './RequestLimitSettings.tsx'

/** Edits the public key, and the origins from which other websites may call the API. */
export function ApiAccessSettings() {
  return (
    <>
      <PublicKeySettings />
      <AllowedOriginSettings />
    </>
  )
}
