import type { FileKind } from '@attune/contract/features/file'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../platform/use-locale.ts'
import { momentText } from '../../ui/page/date-text.ts'

type NamedFile = {
  name: string
  kind: FileKind
  seconds: number | null
  /** The instant at which the file was created; null until the server has received the file. */
  createdAt: string | null
}

/**
 * Returns a function that formats the name of a file. The stored name of a voice note (an audio file with a duration)
 * is in the language of the person who recorded it. The function therefore returns the recording time in the reader's
 * language instead.
 */
export function useFileName() {
  const { t } = useTranslation('file')
  const reader = useLocale()
  return ({ name, kind, seconds, createdAt }: NamedFile): string => {
    if (kind !== 'audio' || seconds === null) return name
    return createdAt === null ? t('voice.name') : t('voice.named', { when: momentText(createdAt, reader) })
  }
}
