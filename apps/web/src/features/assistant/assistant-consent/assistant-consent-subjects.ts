import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import type { SettingsSubject } from '../../../ui/page/settings-subject.ts'

/** The client's settings page for the consent to the assistant. */
export const assistantConsentSubject = {
  id: 'assistant',
  group: 'you',
  areas: { client: 'settings' },
  labels: ['assistantConsent:title'],
  Content: lazyInBoundary(() => import('./AssistantConsentSettings.tsx'), 'AssistantConsentSettings'),
} as const satisfies SettingsSubject
