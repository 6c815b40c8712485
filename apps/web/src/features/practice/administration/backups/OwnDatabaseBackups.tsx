import { useTranslation } from 'react-i18next'
import { Section } from '../../../../ui/page/Section.tsx'

/** Says that the host of the practice's own Postgres archives its log, and how much is lost without that. */
export function OwnDatabaseBackups() {
  const { t } = useTranslation('backups')
  return (
    <Section title={t('own.title')}>
      <p>{t('own.text')}</p>
    </Section>
  )
}
