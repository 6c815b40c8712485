import { lazyNamed } from '../../../platform/lazy-named.ts'
import type { JoiningConsentState } from './use-joining-consent.ts'

const JoiningText = lazyNamed(() => import('./JoiningText.tsx'), 'JoiningText')

/** The text to which a person agrees on joining, with its checkbox. Renders nothing if there is no such text. */
export function JoiningConsent({ consent }: { consent: JoiningConsentState }) {
  if (!consent.text && !consent.isFailed && !consent.isLoading) return null
  return <JoiningText consent={consent} />
}
