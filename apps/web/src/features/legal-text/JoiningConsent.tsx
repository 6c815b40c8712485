import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyNamed } from '../../platform/lazy-named.ts'
import type { JoiningConsentState } from './use-joining-consent.ts'

const JoiningText = lazyNamed(() => import('./JoiningText.tsx'), 'JoiningText')

/** The text to which a person who joins agrees, with its tick. Renders nothing if there is none. */
export function JoiningConsent({ consent }: { consent: JoiningConsentState }) {
  if (consent.isLoading) return <Skeleton height={120} />
  if (!consent.text && !consent.isFailed) return null
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <JoiningText consent={consent} />
    </Suspense>
  )
}
