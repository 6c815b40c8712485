import { useTranslation } from 'react-i18next'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from './backups.module.css'

/** Explains that the host of the practice's own Postgres archives its log, and how much is lost without an archive. */
export function OwnDatabaseBackups() {
  const { t } = useTranslation('backups')
  return (
    <Section title={t('own.title')}>
      <div className={classes.block}>
        <p>{t('own.text')}</p>
      </div>
    </Section>
  )
}
