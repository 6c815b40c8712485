import type { TOTP } from 'otpauth'
import type { TestBrowser } from '../../apps/server/src/testing/browser.ts'

/** The domain of the email addresses of all invented people. The domain cannot receive email. */
export const demoDomain = 'demo.example'
export const demoPassword = 'Demo-practice-1'

export type DemoAccount = { name: string; email: string; role: string; totp: TOTP | null }
/** An account and a browser that is signed in to it. */
export type SignedInAccount = DemoAccount & { browser: TestBrowser }

/** Returns the email address of an invented person: `zoe.muller@demo.example` for Zoë Müller. */
export function demoEmail(firstName: string, lastName: string): string {
  const plain = (name: string) =>
    name
      .replaceAll('ß', 'ss')
      .normalize('NFD')
      .replace(/[^a-z]/giu, '')
      .toLowerCase()
  return `${plain(firstName)}.${plain(lastName)}@${demoDomain}`
}
