import type { NativePort } from '../platform/native/port.ts'
import { router } from '../router.ts'

/** Keeps the focused field visible when the keyboard opens and reduces the height of the page. */
export function keepFieldAboveKeyboard(port: NativePort): void {
  port.onKeyboard(() => document.activeElement?.scrollIntoView({ block: 'nearest' }))
}

/** Keeps the text in the system bars readable, even if the person's color scheme differs from that of the system. */
export function followColorScheme(port: NativePort): void {
  const root = document.documentElement
  let shown: string | undefined
  const apply = () => {
    const scheme = root.dataset.mantineColorScheme
    if (scheme === shown || (scheme !== 'light' && scheme !== 'dark')) return
    shown = scheme
    void port.setBars(scheme)
  }
  new MutationObserver(apply).observe(root, { attributeFilter: ['data-mantine-color-scheme'] })
  apply()
}

/** The maximum time in milliseconds for the splash screen. After that, a page that waits for its server is shown with placeholders. */
const longestSplashMilliseconds = 5_000

/**
 * Hides the splash screen when the first page is drawn, or after five seconds. With `isFirstScreen`, which is true while the app shows the connection
 * screen, the sign-in or a problem instead of its pages, hides it at once. Returns a function that cancels this.
 */
export function hideSplashWhenDrawn(port: NativePort, isFirstScreen: boolean): () => void {
  const hide = () => void requestAnimationFrame(() => void port.hideSplash())
  if (isFirstScreen) {
    hide()
    return () => {}
  }
  const timer = setTimeout(hide, longestSplashMilliseconds)
  const stop = router.subscribe('onRendered', hide)
  return () => {
    clearTimeout(timer)
    stop()
  }
}
