import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/login.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Section } from '../../ui/Section.tsx'
import { Setting } from '../../ui/Setting.tsx'
import classes from './account.module.css'
import { PersonalSettings } from './PersonalSettings.tsx'

/** One's own settings [2.32]; each change applies at once. */
export function SettingsPage() {
  const { t } = useTranslation('account')
  const me = useMe()
  if (!me) return null
  return (
    <div className={classes.page}>
      <PageHead title={t('settings.title')} facts={t('settings.subtitle')} />
      <div className={classes.stack}>
        <Section title={t('settings.profile')} rows>
          <Setting label={me.displayName} hint={t('settings.profileHint')} narrow>
            <ButtonLink variant="default" to="/dashboard/$userType/profile" params={{ userType: me.role }}>
              {t('settings.profileOpen')}
            </ButtonLink>
          </Setting>
        </Section>
        <PersonalSettings me={me} />
      </div>
    </div>
  )
}
