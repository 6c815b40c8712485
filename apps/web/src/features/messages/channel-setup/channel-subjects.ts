import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import type { SettingsSubject } from '../../../ui/page/settings-subject.ts'

const pages = () => import('./ChannelSections.tsx')
const admin = { admin: 'api-settings' } as const

/** The admin's settings pages for SMS, WhatsApp and push. */
export const channelSubjects = [
  {
    id: 'channels',
    group: 'texts',
    areas: admin,
    labels: ['channelSetup:channels', 'channelSetup:channel', 'channelSetup:account.label', 'channelSetup:key.label'],
    Content: lazyInBoundary(pages, 'ChannelPage'),
  },
  {
    id: 'senders',
    group: 'texts',
    areas: admin,
    labels: [
      'channelSetup:numbers',
      'channelSetup:recipients',
      'channelSetup:name.label',
      'channelSetup:countries.label',
    ],
    Content: lazyInBoundary(pages, 'SenderPage'),
  },
  {
    id: 'text-templates',
    group: 'texts',
    areas: admin,
    labels: ['channelSetup:templates', 'channelSetup:templatesHint'],
    Content: lazyInBoundary(pages, 'TemplatePage'),
  },
  {
    id: 'push-hosts',
    group: 'texts',
    areas: admin,
    labels: ['textTotals:title', 'channelSetup:push.title', 'channelSetup:push.host'],
    Content: lazyInBoundary(pages, 'PushHostPage'),
  },
] as const satisfies readonly SettingsSubject[]
