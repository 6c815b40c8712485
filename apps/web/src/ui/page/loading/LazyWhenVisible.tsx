import { useEffect, useRef, useState, type ReactNode } from 'react'
import { callWhenIdle } from './call-when-idle.ts'

/**
 * Renders `waiting` first. Renders the children instead when `waiting` is near the viewport and the browser is idle.
 */
export function LazyWhenVisible({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(() => !('IntersectionObserver' in window))
  useEffect(() => {
    if (near || !place.current) return
    const show = () => setNear(true)
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        watch.disconnect()
        callWhenIdle(show)
      },
      { rootMargin: '200px' },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [near])
  return <div ref={place}>{near ? children : waiting}</div>
}
