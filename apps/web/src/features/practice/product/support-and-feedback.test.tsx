import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage, refusalResponse } from '../../../testing/render-page.tsx'
import { FeedbackDialog, SupportDialog } from './product.ts'
import { uiText, uiTextPattern } from '../../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

const hours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: 'America/New_York' }
const person = {
  'login/session': () => ({ login: { userId: 'u', role: 'client', need: null } }),
  'account/me': () => ({ id: 'u', role: 'client', zone: 'America/New_York' }),
}

test('support shows the admin’s text, an address, and the hours in the reader’s time zone [9.03]', async () => {
  mockServer({
    ...person,
    'product/support': () => ({ text: 'Ask Robert.', email: 'help@practice.test', hours, open: true }),
  })
  await renderPage(<SupportDialog onClose={() => {}} />)
  await screen.findByText('Ask Robert.')
  await screen.findByText(/Monday to Friday, 09:00 to 17:00 \(New York\)\. Support is available now\./)
  expect(
    screen
      .getByRole('link', { name: uiText('product:support.mail', { email: 'help@practice.test' }) })
      .getAttribute('href'),
  ).toBe('mailto:help@practice.test')
})

test('feedback needs a text and is sent with the path of its page, without ids', async () => {
  const { calls } = mockServer({ ...person, 'product/sendFeedback': () => ({ done: true }) })
  let closed = 0
  const path = '/dashboard/therapist/clients/5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d/client-profile'
  await renderPage(<FeedbackDialog onClose={() => closed++} />, path)
  fireEvent.click(await screen.findByRole('button', { name: uiText('product:feedback.send') }))
  await screen.findByText(uiText('product:feedback.missing'))
  expect(calls.some((call) => call.path === 'product/sendFeedback')).toBe(false)
  fireEvent.change(screen.getByLabelText(/What would you like to tell us/), { target: { value: ' Clear. ' } })
  fireEvent.click(screen.getByRole('button', { name: uiText('product:feedback.send') }))
  await waitFor(() => expect(closed).toBe(1))
  expect(calls.find((call) => call.path === 'product/sendFeedback')?.input).toEqual({
    id: expect.any(String),
    text: ' Clear. ',
    page: '/dashboard/therapist/clients/:id/client-profile',
  })
})

test('after a failure the dialog keeps the feedback, and a retry sends the same id @slow', async () => {
  let refused = true
  const { calls } = mockServer({
    ...person,
    'product/sendFeedback': () =>
      refused ? refusalResponse(429, 'TOO_MANY', { retryAfterSeconds: 60 }) : { done: true },
  })
  let closed = 0
  await renderPage(<FeedbackDialog onClose={() => closed++} />, '/dashboard/client')
  const field = await screen.findByLabelText(/What would you like to tell us/)
  fireEvent.change(field, { target: { value: 'Clear.' } })
  fireEvent.click(screen.getByRole('button', { name: uiText('product:feedback.send') }))
  await screen.findByText(uiTextPattern('product:feedback.tooMany'))
  expect((field as HTMLTextAreaElement).value).toBe('Clear.')
  refused = false
  fireEvent.click(screen.getByRole('button', { name: uiText('product:feedback.send') }))
  await waitFor(() => expect(closed).toBe(1))
  const ids = calls
    .filter(({ path }) => path === 'product/sendFeedback')
    .map(({ input }) => (input as { id: string }).id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})
