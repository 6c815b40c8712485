import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import type { SettingsSubject } from '../../../ui/page/settings-subject.ts'

/** The therapist's settings page for the assistant. */
export const assistantSubject = {
  id: 'assistant',
  group: 'you',
  areas: { therapist: 'settings' },
  labels: ['assistantSettings:title', 'assistantSettings:hint', 'assistantSettings:readAgain'],
  Content: lazyInBoundary(() => import('./OwnAssistantSettings.tsx'), 'OwnAssistantSettings'),
} as const satisfies SettingsSubject
