import { Button } from '@mantine/core'
import { IconAlertTriangle, IconHome, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../platform/lazy-named.ts'
import { useAuth } from '../platform/auth/use-auth.ts'
import { resetCircuitBreakers } from '../platform/circuit-breaker.ts'
import { requestIdOf } from '../platform/errors.ts'
import { hasUnlockedPlan } from '../platform/unlocked-plan-flag.ts'
import { FullScreen } from './Screen.tsx'
import classes from './Screens.module.css'

const KeptPlanLink = lazyNamed(() => import('../features/safety/safety.ts'), 'OfflinePlanButton')

/**
 * The screen 'Something went wrong', with a button that tries again and a link to the home page [2.29, 8.06]. The button
 * discards all cached answers, so that the page asks the server again.
 */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const trouble = useAuth().error
  const router = useRouter()
  const cache = useQueryClient()
  const id = requestIdOf(error)
  useEffect(() => console.error(error), [error])
  return (
    <FullScreen>
      <span className={classes.icon} data-tone="danger">
        <IconAlertTriangle size={26} stroke={1.6} aria-hidden />
      </span>
      <div role="alert">
        <h1>{t('wrong.title')}</h1>
        <p>{trouble ? t(`errors.${trouble}`) : t('wrong.text')}</p>
      </div>
      <div className={classes.actions}>
        <Button
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => {
            // The browser remembers that a code chunk failed to load; only a reload requests the chunk again.
            if (/import|module|preload/i.test(String(error))) return location.reload()
            // Open circuit breakers would refuse the calls of this retry.
            resetCircuitBreakers()
            // A cached answer that the page could not show would cause the same error again.
            void cache.resetQueries()
            reset()
            return void router.invalidate()
          }}
        >
          {t('wrong.again')}
        </Button>
        <Button variant="default" component="a" href="/" leftSection={<IconHome size={18} aria-hidden />}>
          {t('wrong.home')}
        </Button>
      </div>
      {hasUnlockedPlan() && (
        <Suspense>
          <KeptPlanLink />
        </Suspense>
      )}
      {id && <p className={classes.number}>{t('wrong.number', { id })}</p>}
    </FullScreen>
  )
}
