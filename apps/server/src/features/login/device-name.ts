/** Told apart from the special to the common: Edge and Opera call themselves Chrome too, Chrome calls itself Safari. */
const browsers: [RegExp, string][] = [
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
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const find = (table: [RegExp, string][], userAgent: string) => table.find(([known]) => known.test(userAgent))?.[1]

/** What a browser says of itself, in the words of a person: names of products, alike in every language. '' where it says nothing known. */
export function deviceName(userAgent: string): string {
  const [browser, system] = [find(browsers, userAgent), find(systems, userAgent)]
  return browser && system ? `${browser} · ${system}` : (browser ?? system ?? '')
}
