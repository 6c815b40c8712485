/** Whether a host name in a URL, or an IP address, is this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}

export type PublicAddressFault = 'not-an-address' | 'credentials' | 'path' | 'plain-http'

/**
 * Returns the mistakes in a public address. It consists of scheme, host and port, because pages, links and sign-ins start
 * at its root. The server accepts plain http only from its own machine. PUBLIC_URL and the settings follow this rule.
 */
export function publicAddressFaults(typed: string): PublicAddressFault[] {
  const address = typed.trim()
  const url = /^https?:\/\/[^\s/]/i.test(address) && URL.canParse(address) ? new URL(address) : null
  if (!url) return ['not-an-address']
  const faults: PublicAddressFault[] = []
  if (url.username || url.password) faults.push('credentials')
  else if (url.pathname !== '/' || url.search || url.hash) faults.push('path')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) faults.push('plain-http')
  return faults
}

/** Whether a text is a valid address of this installation. */
export const isProductAddress = (typed: string): boolean => publicAddressFaults(typed).length === 0
