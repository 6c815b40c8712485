import { findChromium } from './setup/chromium.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { alone, orExplain } from './setup/steps.mjs'
import { ensureWeb } from './setup/web.mjs'

/**
 * Installs the dependencies. With `web`, also builds the web app. With `chromium`, finds or installs Chromium; with `headlessShell`, prefers the
 * headless shell. Prints each step. Takes a fraction of a second if everything is up to date. Returns the path of Chromium and of a full browser,
 * for features that the shell lacks; null without `chromium`.
 */
export function setUp({ web = false, chromium = false, headlessShell = false } = {}) {
  return orExplain(() =>
    alone(() => {
      ensureInstalled()
      if (web) ensureWeb()
      return {
        chromium: chromium ? findChromium({ headlessShell }) : null,
        fullChromium: chromium ? findChromium() : null,
      }
    }),
  )
}
