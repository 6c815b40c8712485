import { IconHome, IconMapOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { FullScreen } from './Screen.tsx'
import classes from './Screens.module.css'
import { ButtonLink } from '../../ui/base/ButtonLink.tsx'

/** The screen for an address without a page [2.16]. */
export function NotFoundScreen() {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${t('missing.title')} · Attune`
  }, [t])
  return (
    <FullScreen>
      <span className={classes.icon}>
        <IconMapOff size={26} stroke={1.6} aria-hidden />
      </span>
      <h1>{t('missing.title')}</h1>
      <p>{t('missing.text')}</p>
      <div className={classes.actions}>
        <ButtonLink to="/" leftSection={<IconHome size={18} aria-hidden />}>
          {t('wrong.home')}
        </ButtonLink>
      </div>
    </FullScreen>
  )
}
