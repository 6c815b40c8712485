/** Returns the nonce of this page. Reads the property, because browsers hide the value of the attribute. */
export const nonce = () => document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? ''

declare global {
  var __webpack_nonce__: string | undefined
}

// The library that locks scrolling behind a dialog adds a style element and reads the nonce from this variable.
globalThis.__webpack_nonce__ = nonce()
