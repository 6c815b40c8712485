import type { HeldAccount } from '@attune/contract/features/people/login/login.several'
import { expect } from 'vitest'
import { testPassword, type LoginTest, type LoginTestBrowser } from './login.testing.ts'

export const accountsOf = async (browser: LoginTestBrowser) =>
  (await browser.call('accounts')).body.items as unknown as HeldAccount[]

const idOf = async (browser: LoginTestBrowser, email: string) =>
  (await accountsOf(browser)).find((one) => one.email === email)?.userId ?? ''

/** Signs in on a browser with a further account of a client. Returns the email address of this account. */
export async function addFurtherAccount(t: LoginTest, browser: LoginTestBrowser) {
  const { email } = await t.client()
  expect((await browser.call('addAccount')).status).toBe(200)
  expect((await browser.call('signIn', { email, password: testPassword })).status).toBe(200)
  return email
}

/** Returns a browser with two accounts of clients. The second one is active. */
export async function openBrowserWithTwo(t: LoginTest) {
  const { email: first, mine: browser } = await t.client()
  const second = await addFurtherAccount(t, browser)
  return { browser, first, second, firstId: await idOf(browser, first), secondId: await idOf(browser, second) }
}
