import type { PublicSettings } from '@attune/contract/features/practice/administration/administration.settings'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  applyProductSettings,
  productSettings,
  resetProductSettings,
} from '../../../../platform/settings/product-settings.ts'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { AddClient } from './AddClient.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  resetProductSettings()
})

/** Opens the form in a document with these settings. The server never answers. */
async function openForm(settings: Partial<PublicSettings>) {
  mockServer({ 'product/info': () => new Promise(() => {}) })
  applyProductSettings({ ...productSettings(), revision: 1, ...settings })
  await renderPage(<AddClient />)
  await screen.findByLabelText(new RegExp(`^${uiText('client:form.firstName')}`))
  return () => screen.queryByText(uiText('client:add.loopbackTitle')) !== null
}

test('the notice that clients cannot reach the address is there with the form, before any answer of the server', async () => {
  const hasNotice = await openForm({ loopback: true })
  expect(hasNotice()).toBe(true)
})

test('the form of a practice with a public address has no notice', async () => {
  const hasNotice = await openForm({ loopback: false })
  expect(hasNotice()).toBe(false)
})

test('without a mail server, the form promises no email and says how the invitation reaches the client', async () => {
  mockServer({ 'product/info': () => ({ mailConfigured: false }) })
  await renderPage(<AddClient />)
  const [email] = await screen.findAllByRole('textbox', { name: new RegExp(`^${uiText('client:form.email')}`) })
  fireEvent.change(email as HTMLElement, { target: { value: 'ana@example.org' } })
  expect(await screen.findByText(uiText('client:form.inviteByHand'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('client:add.submitInvite') })).toBeNull()
  expect(screen.getByRole('button', { name: uiText('client:add.submit') })).toBeTruthy()
})

test('a character that cannot be saved is reported with its position, because it may be invisible', async () => {
  await openForm({ loopback: false })
  const name = screen.getByLabelText(new RegExp(`^${uiText('client:form.firstName')}`))
  fireEvent.change(name, { target: { value: 'Ana\u0000' } })
  fireEvent.click(screen.getByRole('button', { name: uiText('client:add.submit') }))
  expect(await screen.findByText(uiText('client:form.unstorable', { position: '4' }))).toBeTruthy()
})
