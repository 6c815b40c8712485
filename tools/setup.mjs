import { findChromium } from './setup/chromium.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { alone, orExplain } from './setup/steps.mjs'
import { ensureWeb } from './setup/web.mjs'

/**
 * Does what is missing, and says so: dependencies always, the built web app and a Chromium where asked for.
 * A second call finds everything done and takes a fraction of a second.
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
