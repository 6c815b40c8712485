/** The nonce of this page. Browsers hide it from the attribute, but not from the property. */
export const nonce = () => document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? ''

declare global {
  var __webpack_nonce__: string | undefined
}

// The scroll lock behind a dialog writes its own style element and reads the nonce under this name.
globalThis.__webpack_nonce__ = nonce()
