/**
 * The browser features that pages of this server may use. The policy of the first document applies to all pages, so the page of a call cannot have a
 * policy of its own.
 */
const permissions =
  'camera=(self), microphone=(self), display-capture=(self), screen-wake-lock=(self), geolocation=(), payment=(), usb=()'

/** Returns the headers of every response. */
export function commonHeaders(https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions,
    'content-security-policy': nothingPolicy,
    'cache-control': 'no-store',
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

const nothingPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The content security policy of the service worker: the worker may only connect to this server. */
export const workerPolicy = "default-src 'none'; connect-src 'self'"

/**
 * Returns the content security policy of a page. It allows scripts and style elements only from files of the product or with the nonce of this
 * response.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
