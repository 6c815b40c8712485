import type { NativePort } from '../platform/native/port.ts'
import { router } from '../router.ts'

/** Keeps the field that has the focus in sight when the keyboard opens and makes the page lower. */
export function keepFieldAboveKeyboard(port: NativePort): void {
  port.onKeyboard(() => document.activeElement?.scrollIntoView({ block: 'nearest' }))
}

/** Keeps the text of the bars of the system readable, also for a person whose color scheme is not that of the system. */
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

/** A page that waits for its server is shown with its placeholders after this time. */
const longestSplashMilliseconds = 5_000

/** Hides the splash screen when the first page is drawn. `isFirstScreen` is true for the screens before the app. */
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
