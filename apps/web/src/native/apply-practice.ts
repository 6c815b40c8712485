import type { PracticeConnection } from '../platform/native/connection/connection.ts'
import { applyProductSettings } from '../platform/settings/product-settings.ts'
import { setPublicApiKey } from '../platform/api/public-key.ts'

let narrowedTo: string | null = null

/** Uses the key and the settings of the practice, which a page of the web version contains. From now on the page may load only from it. */
export function applyPractice({ practice }: PracticeConnection): void {
  if (!practice) return
  setPublicApiKey(practice.key)
  applyProductSettings(practice.settings)
  narrowPolicy(practice.origin)
}

/**
 * Adds a second content security policy, which names the practice. A page obeys all of its policies, so it may load only what each of them
 * allows. A policy cannot be widened, so the app loads its page again for another practice.
 */
function narrowPolicy(origin: string): void {
  if (narrowedTo === origin) return
  if (narrowedTo !== null) return location.reload()
  narrowedTo = origin
  const live = origin.replace(/^http/, 'ws')
  const element = document.createElement('meta')
  element.httpEquiv = 'Content-Security-Policy'
  element.content = [
    `connect-src 'self' ${origin} ${live}`,
    `img-src 'self' data: blob: ${origin}`,
    `media-src 'self' blob: ${origin}`,
    `frame-src blob: ${origin}`,
  ].join('; ')
  document.head.append(element)
}
