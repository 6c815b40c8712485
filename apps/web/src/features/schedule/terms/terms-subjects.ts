import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import type { SettingsSubject } from '../../../ui/page/settings-subject.ts'

const pages = () => import('./TermsSettings.tsx')

/** The therapist's settings pages for the terms of sessions. */
export const termsSubjects = [
  {
    id: 'session-terms',
    group: 'sessions',
    areas: { therapist: 'settings' },
    labels: ['terms:cancel.title', 'terms:cancel.atOnce', 'terms:move.title'],
    Content: lazyInBoundary(pages, 'ChangeTermsSettings'),
  },
  {
    id: 'new-sessions',
    group: 'sessions',
    areas: { therapist: 'settings' },
    labels: [
      'terms:defaults.title',
      'terms:defaults.duration',
      'terms:defaults.location',
      'terms:defaults.calls',
      'terms:defaults.video',
      'terms:remind.title',
      'terms:propose.label',
    ],
    Content: lazyInBoundary(pages, 'NewSessionSettings'),
  },
] as const satisfies readonly SettingsSubject[]
