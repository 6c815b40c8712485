import { Button } from '@mantine/core'
import { IconAlertTriangle, IconHome, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { useAuth } from '../../platform/auth/use-auth.ts'
import { resetCircuitBreakers } from '../../platform/api/circuit-breaker.ts'
import { isConnectionError, isWrongAddress, requestIdOf } from '../../platform/api/errors.ts'
import { useErrorMessage } from '../../ui/base/use-error-message.ts'
import { useOnline } from '../../platform/offline/use-online.ts'
import { hasUnlockedPlan } from '../../platform/offline/unlocked-plan-flag.ts'
import { FullScreen } from './Screen.tsx'
import classes from './Screens.module.css'

const OfflinePlanButton = lazyNamed(() => import('../../features/care/safety/safety.ts'), 'OfflinePlanButton')

/** Returns a function that discards all cached answers and shows the page again after an error. */
function useTryAgain({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const router = useRouter()
  const cache = useQueryClient()
  return () => {
    // After a code chunk failed to load, only a reload makes the browser request it again.
    if (isChunkError(error)) return location.reload()
    // Open circuit breakers would refuse the calls of this retry.
    resetCircuitBreakers()
    // A cached answer that the page could not show would cause the same error again.
    void cache.resetQueries()
    reset()
    return void router.invalidate()
  }
}

const isChunkError = (error: unknown) => /import|module|preload/i.test(String(error))

/**
 * Renders the screen 'Something went wrong', with a button that tries again and a link to the home page [2.29, 8.06].
 * If only the connection is missing, renders the offline screen instead.
 */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const online = useOnline()
  const [wasOffline, setWasOffline] = useState(isConnectionError(error))
  // A browser may report that it is offline only after the code of a page failed to load.
  if (!wasOffline && !online && isChunkError(error)) setWasOffline(true)
  return wasOffline ? (
    <OfflineScreen error={error} reset={reset} online={online} />
  ) : (
    <FaultScreen error={error} reset={reset} />
  )
}

type Props = Pick<ErrorComponentProps, 'error' | 'reset'>

/**
 * The time after which the offline screen tries again if the browser is online, because the server may be unreachable.
 */
const tryAgainMilliseconds = 15_000

/** Shows that this page needs the connection, and tries again when the browser is online. */
function OfflineScreen({ error, reset, online }: Props & { online: boolean }) {
  const { t } = useTranslation()
  const tryAgain = useEffectEvent(useTryAgain({ error, reset }))
  const [startedOnline] = useState(online)
  useEffect(() => {
    if (!online) return
    const timer = setTimeout(() => tryAgain(), startedOnline ? tryAgainMilliseconds : 0)
    return () => clearTimeout(timer)
  }, [online, startedOnline])
  return (
    <FullScreen>
      <span className={classes.icon}>
        <IconPlugConnectedX size={26} stroke={1.6} aria-hidden />
      </span>
      <div role="alert">
        <h1>{t('offline.title')}</h1>
        <p>{t('offline.page')}</p>
      </div>
      <KeptPlan />
    </FullScreen>
  )
}

function FaultScreen({ error, reset }: Props) {
  const { t } = useTranslation()
  const trouble = useAuth().error
  const message = useErrorMessage()
  const tryAgain = useTryAgain({ error, reset })
  const id = requestIdOf(error)
  useEffect(() => console.error(error), [error])
  return (
    <FullScreen>
      <span className={classes.icon} data-tone="danger">
        <IconAlertTriangle size={26} stroke={1.6} aria-hidden />
      </span>
      <div role="alert">
        <h1>{t('wrong.title')}</h1>
        <p>{isWrongAddress(error) ? message(error) : trouble ? t(`errors.${trouble}`) : t('wrong.text')}</p>
      </div>
      <div className={classes.actions}>
        <Button leftSection={<IconRefresh size={18} aria-hidden />} onClick={tryAgain}>
          {t('wrong.again')}
        </Button>
        <Button variant="default" component="a" href="/" leftSection={<IconHome size={18} aria-hidden />}>
          {t('wrong.home')}
        </Button>
      </div>
      <KeptPlan />
      {id && <p className={classes.number}>{t('wrong.number', { id })}</p>}
    </FullScreen>
  )
}

/** The button for the safety plan, if its owner allows reading it without signing in. */
const KeptPlan = () => hasUnlockedPlan() && <OfflinePlanButton />
