import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { SettingRow } from '../../../../ui/list/SettingRow.tsx'
import { Section } from '../../../../ui/page/Section.tsx'

/** Links to a client's forms and to the log of who opened the client's data. */
export function OwnDataSettings() {
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
