import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../platform/lazy-named.ts'
import { useOnline } from '../platform/offline/use-online.ts'
import { hasUnlockedPlan } from '../platform/offline/unlocked-plan-flag.ts'
import classes from './frame/Banners.module.css'

const OfflinePlanButton = lazyNamed(() => import('../features/care/safety/safety.ts'), 'OfflinePlanButton')

/** Shows that there is no connection. Links to the safety plan if its owner allows reading it without signing in. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <div className={classes.banner}>
          <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
          <span>{t('offline.strip')}</span>
          {hasUnlockedPlan() && <OfflinePlanButton small />}
        </div>
      )}
    </div>
  )
}
