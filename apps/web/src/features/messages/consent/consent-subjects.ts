import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import type { SettingsSubject } from '../../../ui/page/settings-subject.ts'

/** The client's settings page for the consent to text messages. */
export const textConsentSubject = {
  id: 'text-messages',
  group: 'notifications',
  areas: { client: 'settings' },
  labels: ['consent:title'],
  Content: lazyInBoundary(() => import('./TextConsentSettings.tsx'), 'TextConsentSettings'),
} as const satisfies SettingsSubject
