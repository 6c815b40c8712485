import { useSearch } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/login.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Section } from '../../ui/Section.tsx'
import { Setting } from '../../ui/Setting.tsx'
import classes from './account.module.css'
import { PersonalSettings } from './PersonalSettings.tsx'

const SettingsTabs = lazy(() => import('./SettingsTabs.tsx').then((file) => ({ default: file.SettingsTabs })))

/** One's own settings [2.32], which apply at once; a therapist's terms for sessions stand beside them. */
export function SettingsPage() {
  const { t } = useTranslation('account')
  const me = useMe()
  const { tab } = useSearch({ strict: false })
  if (!me) return null
  const personal = (
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
  )
  const ofTherapist = me.role === 'therapist'
  return (
    <div className={classes.page}>
      <PageHead
        title={t('settings.title')}
        facts={t(ofTherapist && tab === 'sessions' ? 'settings.sessionsSubtitle' : 'settings.subtitle')}
      />
      {ofTherapist ? (
        <Suspense fallback={personal}>
          <SettingsTabs personal={personal} />
        </Suspense>
      ) : (
        personal
      )}
    </div>
  )
}
