import { pageAccount } from '../login/page-account.ts'

/**
 * The connection of this page to the server. In a browser, page and server have the same origin. The native app replaces the transport, because its
 * pages are part of the app.
 */
export type Transport = {
  /** Sends a request to a path of the server, as `fetch` does. */
  send(path: string, request: RequestInit): Promise<Response>
  /** Returns the URL of the live connection, or a promise if the URL must be requested first. */
  liveAddress(): string | Promise<string>
  /** Returns the URL of a socket with this path, which contains its own ticket, because a browser cannot send a header with a socket. */
  socketAddress(path: string): string
  /** Returns the server's current public API key; null if there is none. Default: reads the key from the page at `/`. */
  readPublicKey?(): Promise<string | null>
  /** Returns a URL with which an HTML element or another program can load a path of the server. Default: the path itself. */
  address?(path: string): Promise<string>
  /** Opens a URL of another site outside this page. Default: leaves the page. */
  open?(url: string): Promise<void>
  /** Opens the practice's sign-in page outside this page, for passkeys and sign-in services, which work only in a browser. */
  signIn?(): Promise<void>
  /** Returns the URL and the headers for chunked uploads (tus). Default: the path itself. */
  uploads?(): { address: string; headers: Record<string, string> }
}

const browser: Transport = {
  send: (path, request) => fetch(path, request),
  liveAddress() {
    // The URL contains the account of this page, because a browser cannot send a header with a socket.
    const account = pageAccount()
    const query = account ? `?account=${account}` : ''
    return browser.socketAddress(`/api/realtime${query}`)
  },
  socketAddress: (path) => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`,
}

let current = browser

export const transport = (): Transport => current

/** Replaces the transport of this page; null restores the default. */
export function setTransport(next: Transport | null): void {
  current = next ?? browser
}
