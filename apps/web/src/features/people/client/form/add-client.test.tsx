import type { PublicSettings } from '@attune/contract/features/practice/administration/administration.settings'
import { fireEvent, screen, waitFor } from '@testing-library/react'
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

test('the form of a practice with a public address has no notice @slow', async () => {
  const hasNotice = await openForm({ loopback: false })
  expect(hasNotice()).toBe(false)
})

test('without a mail server, the form promises no email and says how the invitation reaches the client @slow', async () => {
  mockServer({ 'product/info': () => ({ mailConfigured: false }) })
  await renderPage(<AddClient />)
  const [email] = await screen.findAllByRole('textbox', { name: new RegExp(`^${uiText('client:form.email')}`) })
  fireEvent.change(email as HTMLElement, { target: { value: 'ana@example.org' } })
  expect(await screen.findByText(uiText('client:form.inviteByHand'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('client:add.submitInvite') })).toBeNull()
  expect(screen.getByRole('button', { name: uiText('client:add.submit') })).toBeTruthy()
})

test('a character that cannot be saved is reported with its position, because it may be invisible @slow', async () => {
  await openForm({ loopback: false })
  const name = screen.getByLabelText(new RegExp(`^${uiText('client:form.firstName')}`))
  fireEvent.change(name, { target: { value: 'Ana\u0000' } })
  fireEvent.click(screen.getByRole('button', { name: uiText('client:add.submit') }))
  expect(await screen.findByText(uiText('client:form.unstorable', { position: '4' }))).toBeTruthy()
})

test('forms that are chosen for a new client are sent once the client was added @slow', async () => {
  const form = (id: string, more: object) => ({
    id,
    title: id,
    version: 2,
    confirmedVersion: 2,
    isSentOnJoining: false,
    ...more,
  })
  const { inputsOf, calls } = mockServer({
    'product/info': () => ({ mailConfigured: true }),
    'client/possibleDuplicates': () => ({ items: [] }),
    'form/list': () => ({
      items: [form('Consent', {}), form('For everyone', { isSentOnJoining: true }), form('Draft', { version: 3 })],
    }),
    'client/add': ({ id }: { id: string }) => ({ id, firstName: 'Ana', lastName: 'Moreau' }),
    'form/send': () => ({}),
  })
  await renderPage(<AddClient />)
  for (const key of ['firstName', 'lastName'] as const) {
    const field = await screen.findByLabelText(new RegExp(`^${uiText(`client:form.${key}`)}`))
    fireEvent.change(field, { target: { value: 'Ana' } })
  }
  fireEvent.click(screen.getByRole('button', { name: new RegExp(uiText('client:form.send')) }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Consent' }))
  expect(screen.getAllByRole('checkbox').map((box) => box.parentElement?.parentElement?.textContent)).toEqual([
    'Consent',
  ])
  fireEvent.click(screen.getByRole('button', { name: uiText('client:add.submit') }))
  await waitFor(() => expect(inputsOf('form/send')).toHaveLength(1))
  const clientId = (inputsOf('client/add')[0] as { id: string }).id
  expect(inputsOf('form/send')).toMatchObject([{ clientId, formId: 'Consent', version: 2, remindAfterDays: 7 }])
  const paths = calls.map(({ path }) => path)
  expect(paths.indexOf('client/add')).toBeLessThan(paths.indexOf('form/send'))
})
