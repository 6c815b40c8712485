import { appSignInPath } from '@attune/contract/features/people/native-app/native-app.rules'
import { expect, test } from '@playwright/test'
import { challengeOf, newVerifier } from '../apps/server/src/testing/native-app.ts'
import { type JourneyPractice, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { expectAccessibleInViews, heading } from './views.ts'
import { closeVisitors, expectNoErrors, newVisitor, visitorPassword } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test('a visitor of the page that the app opens signs in and gives the app its code', async ({ browser }, info) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  const visitor = await newVisitor(browser, product, ana.email, { phone: true })
  const { page } = visitor
  const verifier = newVerifier()
  await page.goto(`${appSignInPath}?app=${challengeOf(verifier)}`)
  await page.getByLabel(uiText('login:email')).fill(ana.email)
  await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
  await page.getByRole('button', { name: uiText('login:signIn.submit') }).click()
  // Waits until the page after the sign-in has loaded. If it is the onboarding of a new client, opens the sign-in page for the app again.
  await page.waitForURL((url) => url.pathname !== '/')
  if (!page.url().includes(appSignInPath)) await page.goto(`${appSignInPath}?app=${challengeOf(verifier)}`)
  await expectAccessibleInViews(page, 'sign in to the app', heading(page, uiText('appSignIn:title')))
  await page.screenshot({ path: info.outputPath('app-sign-in.png') })
  const answered = page.waitForResponse(/login\/newAppCode/)
  await page.getByRole('button', { name: uiText('appSignIn:open') }).click()
  const { code } = (await (await answered).json()) as { code: string }
  await expect(page.getByText(uiText('appSignIn:opened'))).toBeVisible()
  expect(page.url()).not.toContain(code)
  const { login, token } = await practice
    .newMember(ana.email)
    .api.login.redeemAppCode({ code, verifier, platform: 'android' })
  expect([login.email, token.length > 40]).toEqual([ana.email, true])
  await expectNoErrors(visitor)
})
