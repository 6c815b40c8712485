import { NewVersionBanner } from './NewVersionBanner.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import classes from './frame/Banners.module.css'

/**
 * Shows the banners below the page. Their height is a variable of the document, with which the page and everything that is fixed to the lower edge of
 * the screen end above them.
 */
export const Banners = () => (
  <div ref={followHeight} className={classes.banners}>
    <OfflineBanner />
    <NewVersionBanner />
  </div>
)

function followHeight(bar: HTMLElement | null) {
  if (!bar) return
  const observer = new ResizeObserver(() =>
    document.documentElement.style.setProperty('--attune-banner-height', `${bar.offsetHeight}px`),
  )
  observer.observe(bar)
  return () => observer.disconnect()
}
