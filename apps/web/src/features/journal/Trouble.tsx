import { ORPCError } from '@orpc/client'
import { lengthOf } from '@attune/contract/common/rich-text'
import { entryMaximum } from '@attune/contract/features/journal'
import { useTranslation } from 'react-i18next'
import { useErrorWords } from '../../platform/error-words.ts'
import { Note } from '../../ui/Note.tsx'
import type { Writing } from './use-entry.ts'

/** Why an entry was not saved, and that the text is not lost [8.04]. */
export function Trouble({ writing, waitsForFiles }: { writing: Writing; waitsForFiles: boolean }) {
  const { t } = useTranslation('journal')
  const words = useErrorWords()
  const { problem, failure, written } = writing
  if (waitsForFiles) return <Note urgent>{t('trouble.files')}</Note>
  if (problem === 'empty') {
    return (
      <Note kind="warning" urgent>
        {t('trouble.empty')}
      </Note>
    )
  }
  if (problem === 'tooLong') {
    return (
      <Note kind="warning" urgent>
        {t('trouble.tooLong', { count: lengthOf(written.content) - entryMaximum })}
      </Note>
    )
  }
  if (!failure) return null
  const code = failure instanceof ORPCError ? failure.code : ''
  const own =
    code === 'IN_BIN' ? t('trouble.inBin') : code === 'FILE_REFUSED' ? t('trouble.fileRefused') : words(failure)
  return (
    <Note kind="danger" urgent title={t('trouble.notSaved')}>
      {own} {t('trouble.kept')}
    </Note>
  )
}
