import type { PracticeConnection } from '../platform/native/connection/connection.ts'
import { applyProductSettings } from '../platform/settings/product-settings.ts'
import { setPublicApiKey } from '../platform/api/public-key.ts'

let narrowedTo: string | null = null

/**
 * Applies the key and the settings of the practice. In a browser, the server has already inserted both into the page. After this call, the page may
 * load only from the practice and from the app itself.
 */
export function applyPractice({ practice }: PracticeConnection): void {
  if (!practice) return
  setPublicApiKey(practice.key)
  applyProductSettings(practice.settings)
  narrowPolicy(practice.origin)
}

/**
 * Adds a second content security policy that names the practice. The page may then load only what both policies allow. A policy cannot be widened,
 * so the app reloads its page to connect to another practice.
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
