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
 * The features that are disabled in Chromium. This list replaces Playwright's list, so it begins with the features of Playwright's list. The last two
 * features load pages of the address bar, which a full browser would load invisibly for each context.
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
