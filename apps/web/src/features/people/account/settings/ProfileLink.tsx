import { useTranslation } from 'react-i18next'
import type { Me } from '../../../../platform/login/login.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { SettingRow } from '../../../../ui/list/SettingRow.tsx'
import { Section } from '../../../../ui/page/Section.tsx'

/** A link to the profile of the signed-in person. */
export function ProfileLink({ me }: { me: Me }) {
  const { t } = useTranslation('account')
  return (
    <Section title={t('settings.profile')} rows>
      <SettingRow label={me.displayName} hint={t('settings.profileHint')} narrow>
        <ButtonLink variant="default" to="/dashboard/$userType/profile" params={{ userType: me.role }}>
          {t('settings.profileOpen')}
        </ButtonLink>
      </SettingRow>
    </Section>
  )
}
