import type { BackupState } from '@attune/contract/features/practice/administration/administration.backups'
import { backupPhases } from '@attune/contract/features/practice/administration/administration.backups.rules'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { bytesText } from '../dashboard/figure-text.ts'
import classes from './backups.module.css'

type Progress = NonNullable<BackupState['progress']>

/** Shows the current step of the running backup and, if known, the number of bytes processed so far and in total. */
export function BackupProgressBar({ progress: { phase, done, total, startedAt } }: { progress: Progress }) {
  const { t } = useTranslation('backups')
  const locale = useLocale()
  const id = useId()
  const place = backupPhases.indexOf(phase)
  const share = total > 0 ? Math.min(1, done / total) : 0
  const bytes = (count: number) => bytesText(count, locale.language)
  const step = t('progress.step', {
    step: place + 1,
    steps: backupPhases.length,
    phase: t(`progress.phases.${phase}`),
  })
  return (
    <div>
      <div className={classes.progressHead}>
        <span id={id} className={classes.strong}>
          {t('progress.label')}
        </span>
        <MetaList>
          <span role="status">{step}</span>
          {total > 0 && t('progress.of', { done: bytes(Math.min(done, total)), total: bytes(total) })}
          {total === 0 && done > 0 && bytes(done)}
          {t('progress.since', { when: momentInSentence(startedAt, locale) })}
        </MetaList>
      </div>
      <progress className={classes.progress} aria-labelledby={id} max={backupPhases.length} value={place + share} />
    </div>
  )
}
