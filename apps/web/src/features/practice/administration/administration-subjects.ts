import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import type { SettingsSubject } from '../../../ui/page/settings-subject.ts'

const pages = () => import('./settings/AdminSettings.tsx')
const admin = { admin: 'settings' } as const

/** The admin's settings pages for the practice. */
export const administrationSubjects = [
  {
    id: 'practice',
    group: 'practice',
    areas: admin,
    labels: [
      'administration:settings.practiceName',
      'administration:settings.emailName',
      'administration:settings.practiceAddress',
      'administration:settings.publicUrl',
      'administration:settings.majorityAge',
    ],
    Content: lazyInBoundary(pages, 'PracticePage'),
  },
  {
    id: 'languages',
    group: 'practice',
    areas: admin,
    labels: ['adminSettings:languages.offered', 'adminSettings:languages.default', 'adminSettings:languages.word'],
    Content: lazyInBoundary(pages, 'LanguagePage'),
  },
  {
    id: 'sign-up',
    group: 'practice',
    areas: admin,
    labels: [
      'administration:settings.accounts',
      'administration:settings.signup',
      'administration:settings.tellExisting',
    ],
    Content: lazyInBoundary(pages, 'SignUpPage'),
  },
  {
    id: 'privacy',
    group: 'practice',
    areas: admin,
    labels: [
      'adminSettings:privacy.title',
      'adminSettings:privacy.retention',
      'adminSettings:privacy.idleStaff',
      'adminSettings:privacy.idleClient',
      'adminSettings:privacy.several',
    ],
    Content: lazyInBoundary(pages, 'PrivacyPage'),
  },
  {
    id: 'legal-texts',
    group: 'practice',
    areas: admin,
    labels: ['adminSettings:legal.title', 'common:legal'],
    Content: lazyInBoundary(pages, 'LegalTextsPage'),
  },
  {
    id: 'safety-numbers',
    group: 'practice',
    areas: admin,
    labels: ['adminSettings:numbers.title', 'adminSettings:numbers.emergency', 'adminSettings:numbers.hint'],
    Content: lazyInBoundary(pages, 'SafetyNumberPage'),
  },
  {
    id: 'video',
    group: 'practice',
    areas: admin,
    labels: ['videoTest:title', 'videoTest:run'],
    Content: lazyInBoundary(() => import('./video/VideoSettings.tsx'), 'VideoSettings'),
  },
  {
    id: 'support',
    group: 'practice',
    areas: admin,
    labels: [
      'administration:settings.supportText',
      'administration:settings.supportEmail',
      'administration:supportHours.title',
    ],
    Content: lazyInBoundary(pages, 'SupportPage'),
  },
] as const satisfies readonly SettingsSubject[]
