import type { Language } from '@attune/contract/common/text/text.schemas'
import type { NotificationKind } from '@attune/contract/features/messages/notification/notification'
import { formatDateTimeInZone, translate } from '../../../platform/text/translations.ts'

/** Returns the title and message of a notification in the reader’s language. Shows `startsAt` in the reader’s zone. */
export function renderNotification(
  kind: Exclude<NotificationKind, 'note'>,
  params: { name?: string; startsAt?: string; count?: number },
  language: Language,
  zone: string,
): { title: string; message: string } {
  const filled = {
    name: nameIn(kind, params.name, language),
    when: params.startsAt ? formatDateTimeInZone(params.startsAt, language, zone) : '',
    count: String(params.count ?? ''),
  }
  return {
    title: translate(language, `notification.${kind}.title`),
    message: translate(language, `notification.${kind}.message`, filled),
  }
}

function nameIn(kind: NotificationKind, name: string | undefined, language: Language): string {
  if (kind === 'channel-failing') return channelName(name, language)
  // Feedback of a client names no one.
  return name ?? (kind === 'feedback' ? translate(language, 'notification.feedback.client') : '')
}

const channelName = (channel: string | undefined, language: Language): string =>
  ['email', 'sms', 'whatsapp'].includes(channel ?? '') ? translate(language, `channelName.${channel}`) : ''
