import { useTranslation } from 'react-i18next'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from './backups.module.css'

/** Explains that up to a day of data can be lost with the practice's own Postgres unless the host of that database archives its log. */
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
