import type { Language } from '@attune/contract/common/text/text.schemas'
import type { NotificationType } from '@attune/contract/features/messages/notification/notification'
import { formatDateTimeInZone, translate } from '../../../platform/text/translations.ts'

/**
 * Returns the title and message of a notification in the reader’s language. Shows `startsAt` in the reader’s zone. The message to or about a guardian
 * names the client for whom the guardian acts.
 */
export function renderNotification(
  type: Exclude<NotificationType, 'note'>,
  params: { name?: string; startsAt?: string; count?: number; forClient?: string },
  language: Language,
  zone: string,
): { title: string; message: string } {
  const filled = {
    name: nameIn(type, params.name, language),
    when: params.startsAt ? formatDateTimeInZone(params.startsAt, language, zone) : '',
    count: String(params.count ?? ''),
    forClient: params.forClient ?? '',
  }
  const message = translate(language, `notification.${type}.${params.forClient ? 'messageFor' : 'message'}`, filled)
  // The record of a client who left lists the shared parts of notes that name them.
  const more =
    type === 'connection-ended' && params.count ? translate(language, `notification.${type}.notes`, filled) : ''
  return {
    title: translate(language, `notification.${type}.title`),
    message: [message, more].filter(Boolean).join(' '),
  }
}

function nameIn(type: NotificationType, name: string | undefined, language: Language): string {
  if (type === 'channel-failing') return channelName(name, language)
  // Feedback of a client names no one.
  return name ?? (type === 'feedback' ? translate(language, 'notification.feedback.client') : '')
}

const channelName = (channel: string | undefined, language: Language): string =>
  ['email', 'sms', 'whatsapp'].includes(channel ?? '') ? translate(language, `channelName.${channel}`) : ''
