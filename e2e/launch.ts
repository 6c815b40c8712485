// These flags stop Chromium from connecting to Google's hosts at every start.
const offlineFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The features that Chromium starts without: those that Playwright disables, because a second list replaces the first one, and then the two
 * that load pages of the address bar. A whole browser loads these for each context, although nobody sees them.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** Returns how Playwright starts a Chromium. Without a path it is the browser that Playwright installed. */
export const launchOptionsOf = (executablePath: string | undefined) => ({
  ...(executablePath ? { executablePath } : {}),
  args: [
    ...offlineFlags,
    `--disable-features=${disabledFeatures.join(',')}`,
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
})
