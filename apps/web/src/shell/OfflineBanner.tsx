import { ActionIcon } from '@mantine/core'
import { IconPlugConnectedX, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../platform/lazy-named.ts'
import { useOnline } from '../platform/offline/use-online.ts'
import { hasUnlockedPlan } from '../platform/offline/unlocked-plan-flag.ts'
import classes from './frame/Banners.module.css'

const OfflinePlanButton = lazyNamed(() => import('../features/care/safety/safety.ts'), 'OfflinePlanButton')

/**
 * Shows in one line that there is no connection, until the person hides it or the connection is back. Links to the safety plan if its owner allows
 * reading it without signing in.
 */
export function OfflineBanner() {
  const { t } = useTranslation()
  const online = useOnline()
  const [isHidden, setHidden] = useState(false)
  if (online && isHidden) setHidden(false)
  const hide = () => {
    setHidden(true)
    // The button disappears with the banner, so the focus moves to the page.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <div role="status">
      {!online && !isHidden && (
        <div className={classes.banner} data-tone="offline">
          <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
          <span>{t('offline.strip')}</span>
          <span className={classes.more}>{t('offline.stripMore')}</span>
          {hasUnlockedPlan() && <OfflinePlanButton small />}
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('offline.hide')} onClick={hide}>
            <IconX size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  )
}
