import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import type { SettingsSubject } from '../../../ui/page/settings-subject.ts'

/** The therapist's settings page for services and their prices. */
export const serviceSubject = {
  id: 'services',
  group: 'business',
  areas: { therapist: 'settings' },
  labels: ['service:title', 'service:hint'],
  Content: lazyInBoundary(() => import('./ServiceSettings.tsx'), 'ServiceSettings'),
} as const satisfies SettingsSubject
