import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { resetCircuitBreakers } from '../../../platform/api/circuit-breaker.ts'
import { useOnline } from '../../../platform/offline/use-online.ts'
import classes from './ListStates.module.css'
import { Callout } from '../../base/Callout.tsx'
import { Pending } from './RevealTogether.tsx'
import { useIsLate } from './use-is-late.ts'

/** Skeleton rows of a list, as tall as the final rows. */
export function RowSkeletons({ rows = 4, avatar = true }: { rows?: number; avatar?: boolean }) {
  return (
    <div role="status" aria-busy="true" aria-label={useTranslation().t('loading')}>
      <Pending />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row}>
          {avatar && <Skeleton circle height={36} />}
          <div className={classes.texts}>
            <Skeleton height={14} width={`${62 - ((row * 13) % 30)}%`} />
            <Skeleton height={11} width={`${38 - ((row * 7) % 16)}%`} />
          </div>
          <Skeleton height={14} width={84} />
        </div>
      ))}
    </div>
  )
}

/** Shows `children` while a part of the page loads. If loading takes a long time, shows a notice above them that the part has not loaded yet. */
export function LoadingOrLate({ children, ...late }: Failure & { children: ReactNode }) {
  const isLate = useIsLate()
  return (
    <>
      {isLate && <LoadFailed {...late} />}
      {children}
    </>
  )
}

type Failure = { text: string; again: string; onAgain: () => void }

/**
 * Shows that a part of the page failed to load, with a button that tries again. The button resets the circuit breakers,
 * which could otherwise stop the calls. Without a connection, shows an offline message instead of the button.
 */
export function LoadFailed({ text, again, onAgain }: Failure) {
  const { t } = useTranslation()
  const online = useOnline()
  const tryAgain = () => {
    resetCircuitBreakers()
    onAgain()
  }
  if (!online) {
    return (
      <div className={classes.failed}>
        <Callout kind="offline">{t('offline.part')}</Callout>
      </div>
    )
  }
  return (
    <div className={classes.failed}>
      <Callout
        kind="danger"
        urgent
        action={
          <Button variant="default" size="compact-sm" onClick={tryAgain}>
            {again}
          </Button>
        }
      >
        {text}
      </Callout>
    </div>
  )
}
