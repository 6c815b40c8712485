import { useTranslation } from 'react-i18next'
import { useOnline } from '../../platform/offline/use-online.ts'
import classes from './form.module.css'

/** Says, while a form is being sent, that the connection is lost and that the form will be sent later. */
export function WaitingForConnection({ running }: { running: boolean }) {
  const { t } = useTranslation()
  const online = useOnline()
  if (!running || online) return null
  return (
    <p className={classes.waiting} role="status">
      {t('offline.waiting')}
    </p>
  )
}
