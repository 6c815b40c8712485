import { IconHome, IconMapOff } from '@tabler/icons-react'
import { Navigate, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { FullScreen } from './Screen.tsx'
import classes from './Screens.module.css'
import { ButtonLink } from '../../ui/base/ButtonLink.tsx'

/** The addresses that people type for the sign-in, in the languages of the product. The sign-in is on the start page. */
const signInAddress = /^(\/(auth|user|account))?\/((sign|log)[-_]?in|anmelden|connexion|iniciar-sesion|acceder)\/*$/i

/** The screen for an address without a page [2.16]. A usual address of a sign-in page leads to the sign-in. */
export function NotFoundScreen() {
  const path = useLocation({ select: (location) => location.pathname })
  return signInAddress.test(path) ? <Navigate to="/" replace /> : <MissingPage />
}

function MissingPage() {
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
