import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../platform/online.ts'
import classes from './Shell.module.css'

/** Says that there is no connection and what is safe; gone when the connection is back. */
export function OfflineStrip() {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className={classes.offline}>
          <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
          {t('offline.strip')}
        </p>
      )}
    </div>
  )
}
