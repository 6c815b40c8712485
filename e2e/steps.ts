import { expect, type Locator, type Page } from '@playwright/test'
import type { JourneyServer } from './server.ts'
import { enrolTotp, linkFromMail, visitorPassword, type Visitor } from './visitor.ts'
import { uiText, uiTextPattern } from './ui-text.ts'

// This file contains the steps that several journeys share. The steps find the elements of a page by their texts.

export async function setUpPracticeInBrowser({ page, ...visitor }: Visitor, product: JourneyServer): Promise<void> {
  await page.goto(product.setupLink)
  await page.getByLabel(uiText('login:setUp.practiceName')).fill('Lindqvist Psychotherapy')
  await page.getByLabel(uiText('login:firstName')).fill('Robert')
  await page.getByLabel(uiText('login:lastName')).fill('Keane')
  await expect(page.getByLabel(uiText('login:setUp.therapist'))).toBeVisible()
  await page.getByLabel(uiText('login:email'), { exact: true }).fill(visitor.email)
  await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
  await page.getByRole('button', { name: uiText('login:setUp.submit'), exact: true }).click()
  await enrolTotp({ page, ...visitor })
  await expect(page).toHaveURL(/\/dashboard\/admin$/)
}

export async function registerInBrowser(
  visitor: Visitor,
  product: JourneyServer,
  firstName: string,
  lastName: string,
): Promise<void> {
  const { page } = visitor
  await page.goto('/')
  await page
    .getByRole('link', { name: uiText('login:signIn.register') })
    .or(page.getByRole('button', { name: uiText('login:signIn.register') }))
    .click()
  await page.getByLabel(uiText('login:firstName')).fill(firstName)
  await page.getByLabel(uiText('login:lastName')).fill(lastName)
  await page.getByLabel(uiText('login:email')).fill(visitor.email)
  await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
  await page.getByRole('button', { name: uiText('login:register.submit') }).click()
  await expect(page.getByRole('heading', { name: uiText('login:mail.title') })).toBeVisible()
  await page.goto(await linkFromMail(product, visitor, '/confirm'))
  await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
  await page.getByRole('button', { name: uiText('login:confirm.submit') }).click()
  await expect(page).toHaveURL(/\/onboarding$/)
}

/**
 * Selects a radio button or switches a switch on. Uses the keyboard, because their inputs are not visible: a click would
 * have to be forced, and a forced click misses if the page moves at that moment.
 */
export async function checkByKeyboard(control: Locator): Promise<void> {
  await control.press('Space')
  await expect(control).toBeChecked()
}

export async function askToBeTherapist({ page }: Visitor): Promise<void> {
  await checkByKeyboard(page.getByRole('radio', { name: uiTextPattern('onboarding:therapist') }))
  await page.getByRole('button', { name: uiText('onboarding:submit') }).click()
  await expect(page.getByRole('heading', { name: uiText('onboarding:waiting.title') })).toBeVisible()
}

/** Approves a therapist's request as the admin. The admin's dashboard must show the request without a reload. */
export async function approveTherapist({ page }: Visitor, name: string): Promise<void> {
  const request = page
    .getByRole('listitem')
    .or(page.getByRole('article'))
    .filter({ hasText: uiText('administration:waiting.asks', { name }) })
    .first()
  await expect(request).toBeVisible()
  await request.getByRole('button', { name: uiText('administration:waiting.approve') }).click()
  await expect(page.getByText(uiText('administration:waiting.approved', { name }))).toBeVisible()
}

export async function addClientInBrowser(
  { page }: Visitor,
  client: { firstName: string; lastName: string; email: string; language?: string },
): Promise<void> {
  await page.goto('/dashboard/therapist/add-client')
  await page.getByLabel(uiText('client:form.firstName')).fill(client.firstName)
  await page.getByLabel(uiText('client:form.lastName')).fill(client.lastName)
  await page.getByRole('textbox', { name: uiText('client:form.email') }).fill(client.email)
  if (client.language) await page.getByLabel(uiText('client:form.language')).selectOption({ label: client.language })
  await expect(page.getByRole('switch', { name: uiText('client:form.invite') })).toBeChecked()
  await page.getByRole('button', { name: uiText('client:add.submitInvite') }).click()
  await expect(page.getByRole('heading', { name: `${client.firstName} ${client.lastName}` })).toBeVisible()
}

/** Accepts an invitation by its link. Works in every language of the visitor's browser. */
export async function acceptInvitationInBrowser({ page }: Visitor, link: string): Promise<void> {
  await page.goto(link)
  const fields = page.locator('input[type=password]')
  await fields.nth(0).fill(visitorPassword)
  await fields.nth(1).fill(visitorPassword)
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL(/\/dashboard\/client$/)
}

export async function planSessionInBrowser(
  { page }: Visitor,
  session: { day: string; time: string; format?: string },
): Promise<void> {
  await page
    .getByRole('button', { name: uiText('session:new') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: uiText('session:plan.date') }).fill(session.day)
  await dialog.getByRole('textbox', { name: uiText('session:plan.time') }).fill(session.time)
  await dialog.getByText(session.format ?? uiText('session:format.video'), { exact: true }).click()
  await dialog.getByRole('button', { name: uiText('session:plan.submit') }).click()
}

/** Returns the notification button. Its name contains the number of unread notifications. */
export const notificationBell = ({ page }: Visitor) =>
  page
    .getByRole('button', { name: uiText('notification:button'), exact: true })
    .or(page.getByRole('button', { name: uiTextPattern('notification:buttonUnread') }))

/** Returns the latest message with this text in the conversation with `other`. */
export const messageItem = (page: Page, other: string, text: string) =>
  page
    .getByRole('list', { name: uiText('message:messagesOf', { name: other }) })
    .getByRole('listitem')
    .filter({ hasText: text })
    .last()
