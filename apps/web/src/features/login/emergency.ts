const numbers: Record<string, string> = { US: '911', CA: '911', MX: '911', AU: '000', NZ: '111', GB: '999' }

/** The emergency number of the reader's country, as far as the browser tells; 112 everywhere else. */
export function emergencyNumber(locales: readonly string[] = navigator.languages): string {
  for (const locale of locales) {
    const region = /-([A-Z]{2})\b/.exec(locale)?.[1]
    if (region) return numbers[region] ?? '112'
  }
  return '112'
}
