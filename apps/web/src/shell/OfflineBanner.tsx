import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../platform/lazy-named.ts'
import { useOnline } from '../platform/offline/use-online.ts'
import { hasUnlockedPlan } from '../platform/offline/unlocked-plan-flag.ts'
import classes from './frame/Shell.module.css'

const OfflinePlanButton = lazyNamed(() => import('../features/care/safety/safety.ts'), 'OfflinePlanButton')

/** Shows that there is no connection, and whether this device stores what is typed. Links to the safety plan if its owner allows reading it without signing in. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const online = useOnline()
  const stored = useDraftsStored(!online)
  return (
    <div role="status">
      {!online && (
        <div className={classes.offline}>
          <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
          <span>{t(stored ? 'offline.strip' : 'offline.stripPageOnly')}</span>
          {hasUnlockedPlan() && <OfflinePlanButton small />}
        </div>
      )}
    </div>
  )
}

/** Returns whether this device stores drafts, as far as this page has tried it. Their code is loaded apart, so it is not imported here. */
function useDraftsStored(isNeeded: boolean): boolean {
  const [stored, setStored] = useState(true)
  useEffect(() => {
    if (!isNeeded) return
    const ending = new AbortController()
    void import('../platform/draft/drafts.ts').then(
      ({ drafts }) => {
        if (ending.signal.aborted) return
        const read = () => setStored(drafts.isPersistent())
        read()
        ending.signal.addEventListener('abort', drafts.subscribe(read))
      },
      () => {},
    )
    return () => ending.abort()
  }, [isNeeded])
  return stored
}
