import { useLayoutEffect, useRef } from 'react'
import { NewVersionBanner } from './NewVersionBanner.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import classes from './frame/Banners.module.css'

/**
 * Shows the banners below the page. Their height is a variable of the document, with which the page and everything that is fixed to the lower edge of
 * the screen end above them.
 */
export function Banners() {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const measure = () =>
      document.documentElement.style.setProperty('--attune-banner-height', `${bar.current?.offsetHeight ?? 0}px`)
    const observer = new ResizeObserver(measure)
    if (bar.current) observer.observe(bar.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={bar} className={classes.banners}>
      <OfflineBanner />
      <NewVersionBanner />
    </div>
  )
}
