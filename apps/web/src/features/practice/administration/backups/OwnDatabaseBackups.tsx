import type { BackupState } from '@attune/contract/features/practice/administration/administration.backups'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from './backups.module.css'
import { CommandLine } from './CommandLine.tsx'

/** Says that the database host backs up, when a backup was last recorded, and how to record one. */
export function OwnDatabaseBackups({ state }: { state: BackupState }) {
  const { t } = useTranslation('backups')
  const locale = useLocale()
  return (
    <Section title={t('own.title')}>
      <div className={classes.block}>
        <p>{t('own.text')}</p>
        <CommandLine command="npm run backup -- --record" />
        <p>
          {state.lastAt === null ? t('own.never') : t('own.last', { when: momentInSentence(state.lastAt, locale) })}
        </p>
      </div>
    </Section>
  )
}
