import { pageAccount } from '../login/page-account.ts'

/**
 * How this page reaches the server. In a browser, the page and the server have one origin. The native app replaces this, because its pages
 * come from the app itself.
 */
export type Transport = {
  /** Sends a request to a path of the server, as `fetch` does. */
  send(path: string, request: RequestInit): Promise<Response>
  /** Returns the address of the live connection, or a promise if it must be asked for. */
  liveAddress(): string | Promise<string>
  /** Returns the current public key from the server; null if there is none. A browser reads it from the page at `/`. */
  readPublicKey?(): Promise<string | null>
  /** Returns an address under which a part of the page, or another program, loads a path of the server. A browser needs only the path. */
  address?(path: string): Promise<string>
  /** Opens an address of another site outside of this page. A browser leaves the page for it. */
  open?(url: string): Promise<void>
  /** Opens the sign-in of the practice outside of this page, for what only a browser can do: passkeys and sign-in services. */
  signIn?(): Promise<void>
  /** Returns the address for uploads in chunks (tus), and the headers that they need. A browser needs only the path. */
  uploads?(): { address: string; headers: Record<string, string> }
}

const browser: Transport = {
  send: (path, request) => fetch(path, request),
  liveAddress() {
    // The address names the account of this page, because a socket cannot have a header.
    const account = pageAccount()
    const query = account ? `?account=${account}` : ''
    return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/realtime${query}`
  },
}

let current = browser

export const transport = (): Transport => current

/** Replaces the transport of this page; null restores that of a browser. */
export function setTransport(next: Transport | null): void {
  current = next ?? browser
}
