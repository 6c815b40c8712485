import type { Language } from '@attune/contract/common/text.schemas'
import type { NotificationKind } from '@attune/contract/features/notification'
import { formatDateTimeInZone, translate } from '../../platform/translations.ts'

/** Returns the title and message of a notification in the reader’s language. Shows `startsAt` in the reader’s zone. */
export function renderNotification(
  kind: Exclude<NotificationKind, 'note'>,
  params: { name?: string; startsAt?: string; count?: number },
  language: Language,
  zone: string,
): { title: string; message: string } {
  const filled = {
    name: kind === 'channel-failing' ? channelName(params.name, language) : (params.name ?? ''),
    when: params.startsAt ? formatDateTimeInZone(params.startsAt, language, zone) : '',
    count: String(params.count ?? ''),
  }
  return {
    title: translate(language, `notification.${kind}.title`),
    message: translate(language, `notification.${kind}.message`, filled),
  }
}

const channelName = (channel: string | undefined, language: Language): string =>
  ['email', 'sms', 'whatsapp'].includes(channel ?? '') ? translate(language, `channelName.${channel}`) : ''
