import { useQuery } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../../platform/api/api.ts'
import { useLocale } from '../../../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../../../ui/page/date-text.ts'
import { useNow } from '../../../../../ui/page/use-now.ts'
import classes from './BackupKeySheet.module.css'

type Props = { words: readonly string[]; fingerprint: string }

/** The printable sheet with the words of a key. It is not visible on the screen, and the browser prints nothing else. */
export function BackupKeySheet({ words, fingerprint }: Props) {
  const { t } = useTranslation('backupSetup')
  const locale = useLocale()
  const now = useNow()
  const info = useQuery(orpc.product.info.queryOptions({ input: {} })).data
  const day = dateText(localDay(now.toISOString(), locale), locale.language)
  const sheet = (
    <article className={classes.sheet} aria-hidden>
      <h1>{t('words.sheetTitle', { practice: info?.practiceName || 'Attune' })}</h1>
      <ol>
        {words.map((word, index) => (
          // The index is the key, because a word can occur twice and the order never changes.
          <li key={index}>{word}</li>
        ))}
      </ol>
      <p>{t('words.sheetText')}</p>
      <p>npm run restore -- FOLDER</p>
      <footer>{t('words.sheetKey', { key: fingerprint, day })}</footer>
    </article>
  )
  return createPortal(sheet, document.body)
}
