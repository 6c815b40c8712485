// These flags stop Chromium from connecting to Google's hosts at every start.
const offlineFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Returns how Playwright starts a Chromium. Without a path it is the browser that Playwright installed. */
export const launchOptionsOf = (executablePath: string | undefined) => ({
  ...(executablePath ? { executablePath } : {}),
  args: [...offlineFlags, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
