import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { SettingRow } from '../../../ui/list/SettingRow.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { SessionTypeSettings } from './SessionTypeSettings.tsx'

/** The settings page for session types, with a link to the forms that clients sign. */
export function SessionTypePage() {
  const { t } = useTranslation('account')
  return (
    <>
      <SessionTypeSettings />
      <Section title={t('settings.forms')} rows>
        <SettingRow label={t('settings.formList')} hint={t('settings.formsHint')} narrow>
          <ButtonLink variant="default" to="/dashboard/therapist/forms">
            {t('settings.openForms')}
          </ButtonLink>
        </SettingRow>
      </Section>
    </>
  )
}
