import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { CurrentPasswordField } from '../password/CurrentPasswordField.tsx'
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx'

afterEach(() => vi.unstubAllGlobals())

const serve = (mailConfigured: boolean) =>
  mockServer({
    'product/info': () => ({ mailConfigured }),
    'login/session': () => ({
      login: { userId: 'ana', role: 'client', email: 'ana@client.test', hasPassword: false, need: null },
    }),
    'login/requestReset': () => ({ done: true }),
  })

test.each([
  { mailConfigured: true, text: 'login:forgot.text', button: 'login:forgot.submit' },
  { mailConfigured: false, text: 'login:forgot.textNoMail', button: 'login:forgot.submitNoMail' },
] as const)('the page for a forgotten password promises an email: $mailConfigured', async (expected) => {
  serve(expected.mailConfigured)
  await renderPage(<ForgotPasswordForm onSent={() => {}} />, '/')
  expect(await screen.findByText(uiText(expected.text))).toBeTruthy()
  screen.getByRole('button', { name: uiText(expected.button) })
})

test('without a mail server, a person without a password asks the practice for the link', async () => {
  serve(false)
  await renderPage(<CurrentPasswordField />)
  await screen.findByText(uiText('reauthentication:noPassword.textNoMail'))
  fireEvent.click(screen.getByRole('button', { name: uiText('reauthentication:noPassword.request') }))
  expect(await screen.findByText(uiText('reauthentication:noPassword.requested'))).toBeTruthy()
})
