import { type Browser, expect, type Page, test, type TestInfo } from '@playwright/test'
import { basename } from 'node:path'
import { type TOTP, URI } from 'otpauth'
import { isDeep } from '../packages/contract/src/common/runs.testing.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'

export const visitorPassword = 'Quiet-garden-7'

/**
 * A person with their own browser. `errors` collects script errors and violations of the content security policy; with ATTUNE_HIDDEN_PARTS also
 * parts of the page that were briefly hidden. `expectNoErrors` fails if there are any.
 */
export type Visitor = { page: Page; email: string; errors: string[]; totp: TOTP | null }

export type VisitorOptions = {
  zone?: string
  locale?: string
  phone?: boolean
  /**
   * Whether the service worker is blocked. This is needed if a journey intercepts requests, because requests of a
   * service worker cannot be intercepted.
   */
  plain?: boolean
}

export async function newVisitor(
  browser: Browser,
  product: JourneyServer,
  email: string,
  around: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: product.address,
    locale: around.locale ?? 'en-GB',
    timezoneId: around.zone ?? 'Europe/Berlin',
    viewport: around.phone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    hasTouch: around.phone ?? false,
    serviceWorkers: around.plain ? 'block' : 'allow',
  })
  await context.addInitScript(`globalThis.attuneWorkerDelay = ${workerDelay()}`)
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  if (process.env.ATTUNE_HIDDEN_PARTS) await page.addInitScript(reportHiddenParts, hiddenPart)
  page.on('console', (message) => {
    const text = message.text()
    if (/content security policy/i.test(text) || text.startsWith(hiddenPart)) troubles.push(text)
  })
  return { page, email, errors: troubles, totp: null }
}

/** The journeys in `npm test` that need the service worker: without a connection, with a lock or a stored page, and one journey of the main path. */
const withWorker = [
  'first-session',
  'journal',
  'lock',
  'sign-here',
  'login-life',
  'messages',
  'offline-client',
  'safety',
  'search',
].map((name) => `${name}.journey.ts`)
/** The longest delay of a timer. */
const never = 2 ** 31 - 1

/**
 * Returns the delay in milliseconds after which the page starts its service worker. The worker starts at once if the journey needs it, otherwise
 * never: it reads each file of the page again and loads the packs for offline use, which takes a fifth of the processor time of a visit.
 */
const workerDelay = () => (isDeep || withWorker.includes(basename(test.info().file)) ? 0 : never)

const hiddenPart = 'A part of the page was hidden for a moment: '

/**
 * Reports parts of the page that React hides and shows again because something in them was still loading. Such a part loses the focus, and key
 * presses and clicks have no effect. Pages avoid this by loading all texts of their sections first.
 */
function reportHiddenParts(report: string): void {
  const isHidden = (style: string | null) => /display: none !important/.test(style ?? '')
  const hidden = new WeakSet<Node>()
  new MutationObserver((changes) => {
    for (const { target, oldValue } of changes) {
      const style = (target as HTMLElement).getAttribute('style')
      if (!isHidden(oldValue) && isHidden(style)) hidden.add(target)
      else if (isHidden(oldValue) && !isHidden(style) && hidden.delete(target)) {
        const text = target.textContent?.trim().slice(0, 120)
        if (text) console.warn(`${report}${location.pathname} <${target.nodeName.toLowerCase()}> ${text}`)
      }
    }
  }).observe(document, { attributes: true, attributeOldValue: true, attributeFilter: ['style'], subtree: true })
}

/** Returns the link with this path in the email to this person. */
export async function linkFromMail(product: JourneyServer, visitor: Visitor, path: string): Promise<string> {
  const mail = await product.inbox.mailTo(visitor.email, new RegExp(`${path}#token=`))
  const link = new RegExp(`https?://\\S+${path}#token=[\\w-]+`).exec(mail.text ?? '')?.[0]
  if (!link) throw new Error(`no link to ${path} in the mail`)
  return link
}

/** Sets up the second factor on the page that asks for it. */
export async function enrolTotp(visitor: Visitor): Promise<void> {
  const { page } = visitor
  const heading = page
    .getByRole('heading', { name: uiText('login:enrol.title') })
    .or(page.getByRole('heading', { name: uiText('onboarding:waiting.secondFactor') }))
  await expect(heading).toBeVisible()
  await page.getByLabel(uiText('login:password'), { exact: true }).last().fill(visitorPassword)
  await page
    .getByRole('button', { name: uiText('login:enrol.begin') })
    .last()
    .click()
  const key = page.locator('code')
  await expect(key).toBeVisible()
  const secret = (await key.innerText()).replace(/\s/g, '')
  visitor.totp = URI.parse(`otpauth://totp/Attune?secret=${secret}`) as TOTP
  await page.getByLabel(uiText('login:enrol.kept')).check()
  await page.getByLabel(uiText('login:code')).fill(visitor.totp.generate())
  await page.getByRole('button', { name: uiText('login:enrol.confirm') }).click()
  await expect(heading).toBeHidden()
}

/** Turns quiet hours off, because journeys run at any hour and wait for emails. */
export async function turnOffQuietHours({ page }: Visitor): Promise<void> {
  const status = await page.evaluate(async () => {
    const key = document.querySelector<HTMLMetaElement>('meta[name="attune-key"]')?.content ?? ''
    const headers = { 'content-type': 'application/json', 'x-attune-key': key }
    const body = JSON.stringify({ quiet: null, mail: {} })
    return (await fetch('/api/account/saveNotificationSettings', { method: 'POST', headers, body })).status
  })
  expect(status).toBe(200)
}

export async function expectNoErrors(...visitors: Visitor[]): Promise<void> {
  for (const visitor of visitors) expect(visitor.errors, visitor.email).toEqual([])
}

/**
 * Closes all browser contexts after each journey, because otherwise every page would stay open until the end of the
 * run. If the journey failed, takes a screenshot of every page first.
 */
export async function closeVisitors({ browser }: { browser: Browser }, info: TestInfo): Promise<void> {
  const contexts = browser.contexts()
  if (info.status !== info.expectedStatus) {
    for (const [place, page] of contexts.flatMap((context) => context.pages()).entries()) {
      await page.screenshot({ path: info.outputPath(`visitor-${place}.png`) }).catch(() => {})
    }
  }
  await Promise.all(contexts.map((context) => context.close()))
}
