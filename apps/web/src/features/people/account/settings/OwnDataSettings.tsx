import { useTranslation } from 'react-i18next'
import { useMe } from '../../../../platform/login/login.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { SettingRow } from '../../../../ui/list/SettingRow.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { RecordRequestSection } from '../../../care/record-request/record-request.ts'
import { KeptPeriodsSection } from '../../../care/record-retention/record-retention.ts'
import { PersonalExportSection, RecordsExportSection } from '../../personal-export/personal-export.ts'

/**
 * The person's export of their data and the retention periods. A therapist also sees the export of all records; a client also sees the request for a
 * copy of the record, and links to the forms and the access log.
 */
export function OwnDataSettings() {
  const me = useMe()
  return (
    <>
      <PersonalExportSection />
      {me?.role === 'therapist' && <RecordsExportSection />}
      {me?.role === 'client' && (
        <>
          <RecordRequestSection />
          <OwnDataLinks />
        </>
      )}
      <KeptPeriodsSection isFolded hasEndings={me?.role === 'therapist'} />
    </>
  )
}

function OwnDataLinks() {
  const { t } = useTranslation('account')
  return (
    <Section title={t('settings.ownData')} hiddenTitle rows>
      <SettingRow label={t('settings.ownForms')} hint={t('settings.ownFormsHint')} narrow>
        <ButtonLink variant="default" to="/dashboard/client/forms">
          {t('settings.openForms')}
        </ButtonLink>
      </SettingRow>
      <SettingRow label={t('settings.accessLog')} hint={t('settings.accessLogHint')} narrow>
        <ButtonLink variant="default" to="/dashboard/client/who-looked">
          {t('settings.openAccessLog')}
        </ButtonLink>
      </SettingRow>
    </Section>
  )
}
