import { NewVersionBanner } from './NewVersionBanner.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import classes from './frame/Banners.module.css'

/**
 * Shows the banners below the page. A CSS variable contains their height, so that the page and all elements that are fixed to the bottom of the
 * screen end above them.
 */
export const Banners = () => (
  <div ref={followHeight} className={classes.banners}>
    <OfflineBanner />
    <NewVersionBanner />
  </div>
)

/** Keeps the variable for the height of the banners up to date. The element stays in the document, so the observer is never disconnected. */
function followHeight(bar: HTMLElement | null): void {
  if (bar)
    new ResizeObserver(() =>
      document.documentElement.style.setProperty('--attune-banner-height', `${bar.offsetHeight}px`),
    ).observe(bar)
}
