import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/login.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import classes from './account.module.css'
import { PersonalSettings } from './PersonalSettings.tsx'

/** One's own settings; each change applies at once. */
export function SettingsPage() {
  const { t } = useTranslation('account')
  const me = useMe()
  if (!me) return null
  return (
    <div className={classes.page}>
      <PageHead title={t('settings.title')} facts={t('settings.subtitle')} />
      <div className={classes.stack}>
        <PersonalSettings me={me} />
      </div>
    </div>
  )
}
