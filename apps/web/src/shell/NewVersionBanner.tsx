import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { hasNewVersion, onNewVersion, activateNewVersion } from '../platform/offline/service-worker.ts'
import classes from './frame/Banners.module.css'

/** Shows that a new version is ready, with buttons that activate it or hide the banner. */
export function NewVersionBanner() {
  const { t } = useTranslation()
  const waits = useSyncExternalStore(onNewVersion, hasNewVersion)
  const [later, setLater] = useState(false)
  return (
    <div role="status">
      {waits && !later && (
        <div className={classes.banner} data-tone="news">
          <IconRefresh size={18} stroke={1.75} aria-hidden />
          <span>{t('version.text')}</span>
          <Button size="compact-sm" variant="light" onClick={activateNewVersion}>
            {t('version.reload')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => setLater(true)}>
            {t('version.later')}
          </Button>
        </div>
      )}
    </div>
  )
}
