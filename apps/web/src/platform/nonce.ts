/** The nonce with which the server answered this page; the browser hides it from the attribute, not from the property. */
export const nonce = () => document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? ''

declare global {
  var __webpack_nonce__: string | undefined
}

// The lock on scrolling behind a dialog writes its own style element and asks for the nonce under this name.
globalThis.__webpack_nonce__ = nonce()
