import { findChromium } from './setup/chromium.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { alone, orExplain } from './setup/steps.mjs'
import { ensureWeb } from './setup/web.mjs'

/**
 * Installs the dependencies and, if requested, builds the web app and finds or installs Chromium. Prints each step.
 * If everything is up to date, it takes a fraction of a second.
 */
export function setUp({ web = false, chromium = false } = {}) {
  return orExplain(() =>
    alone(() => {
      ensureInstalled()
      if (web) ensureWeb()
      return { chromium: chromium ? findChromium() : null }
    }),
  )
}
