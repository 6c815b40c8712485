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
 * The features that Chromium starts without. A second list replaces Playwright's, so its list is repeated here, followed by the two features that
 * load pages of the address bar: a full browser would load these invisibly for each context.
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

/** Returns the launch options for Chromium. Without a path, Playwright's own browser is started. */
export const launchOptionsOf = (executablePath: string | undefined) => ({
  ...(executablePath ? { executablePath } : {}),
  args: [
    ...offlineFlags,
    `--disable-features=${disabledFeatures.join(',')}`,
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
})
