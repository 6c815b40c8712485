import { Skeleton } from '@mantine/core'
import { Suspense, lazy, useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../ui/Section.tsx'
import classes from './chart.module.css'

const SessionChart = lazy(() => import('./SessionChart.tsx').then((file) => ({ default: file.SessionChart })))

/** Sessions and hours over time [9.05]. It comes last: its files are fetched when the page stands and it is come near to. */
export function ChartSection({ viewer }: { viewer: 'therapist' | 'client' }) {
  const { t } = useTranslation('dashboard')
  const place = useRef<HTMLDivElement>(null)
  const near = useNear(place)
  const title = t(`chart.${viewer}`)
  const waiting = (
    <Section title={title}>
      <Skeleton className={classes.waiting} />
    </Section>
  )
  return (
    <div ref={place}>
      {near ? (
        <Suspense fallback={waiting}>
          <SessionChart viewer={viewer} title={title} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  )
}

/** Whether something has come near to what is seen, once the browser has nothing better to do. */
function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(() => !('IntersectionObserver' in window))
  useEffect(() => {
    if (near || !place.current) return
    const show = () => setNear(true)
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        watch.disconnect()
        if ('requestIdleCallback' in window) requestIdleCallback(show, { timeout: 3000 })
        else setTimeout(show, 200)
      },
      { rootMargin: '200px' },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [near, place])
  return near
}
