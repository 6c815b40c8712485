import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import type { SettingsSubject } from '../../../ui/page/settings-subject.ts'

/** The therapist's settings page for session types and forms. */
export const sessionTypeSubject = {
  id: 'session-types',
  group: 'sessions',
  areas: { therapist: 'settings' },
  labels: ['sessionType:title', 'sessionType:hint', 'account:settings.formList'],
  Content: lazyInBoundary(() => import('./SessionTypePage.tsx'), 'SessionTypePage'),
} as const satisfies SettingsSubject
