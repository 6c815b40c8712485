import type { FileKind } from '@attune/contract/features/care/file/file'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { dateText, localDay, momentText, timeText, type Locale } from '../../../ui/page/date-text.ts'

type NamedFile = {
  name: string
  kind: FileKind
  seconds: number | null
  /** The instant at which the file was created; null until the server has received the file. */
  createdAt: string | null
}

/**
 * Returns a function that formats the name of a file. The stored name of a recording (an audio file with a duration) is in the language of the person
 * who recorded it. The function therefore returns the recording time in the reader's language instead. `voice` is the name for recordings: a note in
 * the journal, a message in a conversation.
 */
export function useFileName(voice: 'note' | 'message' = 'note') {
  const { t } = useTranslation('file')
  const locale = useLocale()
  return ({ name, kind, seconds, createdAt }: NamedFile): string => {
    if (kind !== 'audio' || seconds === null) return name
    const [unnamed, named] = voice === 'note' ? (['name', 'named'] as const) : (['message', 'messageNamed'] as const)
    return createdAt === null ? t(`voice.${unnamed}`) : t(`voice.${named}`, { when: momentText(createdAt, locale) })
  }
}

/** Returns a file name for a recording: its label and its time. */
export function voiceFileName(label: string, { type }: Blob, locale: Locale): string {
  const now = new Date().toISOString()
  const when = `${dateText(localDay(now, locale), locale.language)}, ${timeText(now, locale)}`
  const ending = type === 'audio/mp4' ? 'm4a' : type === 'audio/ogg' ? 'ogg' : 'webm'
  return `${label} ${when.replaceAll(':', '.')}.${ending}`
}
