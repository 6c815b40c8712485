import type { Language } from '@attune/contract/common/text/text.schemas'
import type { NotificationType } from '@attune/contract/features/messages/notification/notification'
import { formatDateTimeInZone, translate } from '../../../platform/text/translations.ts'

type NotificationWords = {
  name?: string
  startsAt?: string
  count?: number
  forClient?: string
  held?: number
  moved?: number
}

/**
 * Returns the title and message of a notification in the reader’s language. Shows `startsAt` in the reader’s zone. The message to or about a guardian
 * names the client for whom the guardian acts.
 */
export function renderNotification(
  type: Exclude<NotificationType, 'note'>,
  params: NotificationWords,
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
  return {
    title: translate(language, `notification.${type}.title`),
    message: [message, ...moreSentences(type, params, filled, language)].join(' '),
  }
}

/** Returns the sentences that follow the message of some notifications. */
function moreSentences(
  type: NotificationType,
  { count, held, moved }: NotificationWords,
  filled: Record<string, string>,
  language: Language,
): string[] {
  // If shared parts of notes name the client who left, adds a sentence that refers the therapist to the client's record.
  if (type === 'connection-ended') return count ? [translate(language, `notification.${type}.notes`, filled)] : []
  if (type !== 'records-erased') return []
  const numbers = { held: String(held), moved: String(moved) }
  return [
    ...(held ? [translate(language, `notification.${type}.held`, numbers)] : []),
    ...(moved ? [translate(language, `notification.${type}.moved`, numbers)] : []),
  ]
}

function nameIn(type: NotificationType, name: string | undefined, language: Language): string {
  if (type === 'channel-failing') return channelName(name, language)
  // The notification of a client’s feedback does not name the client.
  return name ?? (type === 'feedback' ? translate(language, 'notification.feedback.client') : '')
}

const channelName = (channel: string | undefined, language: Language): string =>
  ['email', 'sms', 'whatsapp'].includes(channel ?? '') ? translate(language, `channelName.${channel}`) : ''
