import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentText } from '../../../../ui/page/date-text.ts'
import classes from './sharing.module.css'

const shownAtFirst = 5

/** Lists the readers of an entry with the times of their accesses, the latest first. */
export function EntryAccessLog({ looks }: { looks: JournalEntryDetail['looks'] }) {
  const { t } = useTranslation('journal')
  const locale = useLocale()
  const [all, setAll] = useState(false)
  const shown = all ? looks : looks.slice(0, shownAtFirst)
  return (
    <>
      <h2 className={classes.sideTitle}>{t('accessLog.title')}</h2>
      {looks.length === 0 && <p className={classes.dim}>{t('accessLog.none')}</p>}
      <ul className={classes.looks}>
        {shown.map(({ therapist, at }) => (
          <li key={therapist.id + at}>
            <IconEye size={16} stroke={1.6} aria-hidden />
            <span>{therapist.name}</span>
            <time dateTime={at}>{momentText(at, locale)}</time>
          </li>
        ))}
      </ul>
      {looks.length > shown.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          {t('accessLog.all', { count: looks.length })}
        </Button>
      )}
    </>
  )
}
