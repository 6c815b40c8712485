import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import type { SettingsSubject } from '../../../ui/page/settings-subject.ts'

const settings = () => import('./settings/account-settings.ts')
const signIn = () => import('./security/SecuritySettings.tsx')

const everyone = { therapist: 'settings', client: 'settings', admin: 'profile' } as const

/** The settings pages that every role has, and a client's own data. */
export const accountSubjects = {
  profile: {
    id: 'profile',
    group: 'you',
    areas: { admin: 'profile' },
    labels: ['account:profile.names', 'account:profile.firstName', 'account:profile.lastName', 'account:avatar.title'],
    hasTitle: true,
    Content: lazyInBoundary(() => import('./profile/ProfilePage.tsx'), 'ProfilePage'),
  },
  appearance: {
    id: 'appearance',
    group: 'you',
    areas: everyone,
    labels: [
      'account:settings.language',
      'account:settings.theme',
      'account:settings.themes',
      'account:settings.zone',
      'account:settings.enterKey',
      'account:settings.profile',
    ],
    Content: lazyInBoundary(settings, 'AppearancePage'),
  },
  security: {
    id: 'security',
    group: 'you',
    areas: everyone,
    labels: [
      'security:password.title',
      'security:email.title',
      'account:settings.factor',
      'account:settings.codes',
      'account:settings.factorOffHint',
    ],
    Content: lazyInBoundary(signIn, 'SecuritySettings'),
  },
  signIn: {
    id: 'sign-in',
    group: 'you',
    areas: everyone,
    labels: ['security:passkeys.title', 'security:providers.title', 'security:logins.title'],
    Content: lazyInBoundary(() => import('./security/SignInSettings.tsx'), 'SignInSettings'),
  },
  ownData: {
    id: 'own-data',
    group: 'you',
    areas: everyone,
    labels: [
      'personalExport:label',
      'account:settings.ownForms',
      'account:settings.accessLog',
      'recordRequest:title',
      'keptPeriods:title',
    ],
    Content: lazyInBoundary(settings, 'OwnDataSettings'),
  },
  account: {
    id: 'account',
    group: 'you',
    areas: everyone,
    labels: [
      'security:accountDeletion.label',
      'security:accountDeletion.delete',
      'security:accountDeletion.close',
      'legalText:agreed.title',
      'common:legal',
    ],
    Content: lazyInBoundary(settings, 'AccountSettings'),
  },
  notifications: {
    id: 'notifications',
    group: 'notifications',
    areas: everyone,
    labels: [
      'security:notices.mail',
      'security:notices.push',
      'security:notices.quiet',
      'security:notices.pause',
      'security:notices.kinds',
      'notification:settings.discreet',
      'push:here',
    ],
    Content: lazyInBoundary(() => import('./notifications/NotificationSettingsForm.tsx'), 'NotificationSettingsForm'),
  },
} as const satisfies Record<string, SettingsSubject>
