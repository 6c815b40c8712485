import type { Conversation } from '@attune/contract/features/messages/message/message'
import type { TFunction } from 'i18next'
import { dayLabelText, localDay, timeText, type Locale, formatSeconds } from '../../../../ui/page/date-text.ts'

/** Returns the time of a message for a list: the time for a message of today, otherwise the day. */
export function listTimeText(instant: string, locale: Locale, now: Date): string {
  const day = localDay(instant, locale)
  return day === localDay(now.toISOString(), locale) ? timeText(instant, locale) : dayLabelText(day, locale, now)
}

/** Returns the latest message of a conversation in one line, for the list. */
export function latestMessageText(
  latest: NonNullable<Conversation['latest']>,
  isOwn: boolean,
  t: TFunction<'message'>,
): string {
  if (latest.isDeleted) return t('deleted')
  const text = latest.text || filesText(latest, t)
  if (latest.isAutomatic) return t('automaticLatest', { text })
  return isOwn ? t('you', { text }) : text
}

/** Describes the files of a message without text: the type of its only file, or the number of its files. */
function filesText({ files, file }: NonNullable<Conversation['latest']>, t: TFunction<'message'>): string {
  if (files !== 1 || file === null) return t('files', { count: files })
  if (file.kind === 'audio' && file.seconds !== null) return t('file.voice', { length: formatSeconds(file.seconds) })
  return t(`file.${file.kind}`)
}
