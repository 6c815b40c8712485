/**
 * The first matching pattern gives the name, so the order matters. The user agents of Edge and Opera also contain the
 * name of Chrome, and the user agent of Chrome also contains the name of Safari.
 */
const browsers: [RegExp, string][] = [
  [/^AttuneApp\b/, 'Attune'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bCriOS\//, 'Chrome'],
  [/\bChrom(e|ium)\//, 'Chromium'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\biOS\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const find = (table: [RegExp, string][], userAgent: string) => table.find(([known]) => known.test(userAgent))?.[1]

/**
 * Returns the product names of browser and system, which are the same in every language. Returns '' for an unknown
 * user agent.
 */
export function deviceName(userAgent: string): string {
  const [browser, system] = [find(browsers, userAgent), find(systems, userAgent)]
  return browser && system ? `${browser} · ${system}` : (browser ?? system ?? '')
}
