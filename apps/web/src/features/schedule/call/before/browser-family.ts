/** The families of browsers that differ in the steps to allow camera and microphone. */
export type BrowserFamily = 'chromium' | 'firefox' | 'safari' | 'phone'

/** Reads the family from the user agent. It chooses a text only, so a wrong guess does no harm. */
export function browserFamily(userAgent: string): BrowserFamily {
  if (/Android|iPhone|iPad/.test(userAgent)) return 'phone'
  if (/Firefox\//.test(userAgent)) return 'firefox'
  return /Safari\//.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent) ? 'safari' : 'chromium'
}
