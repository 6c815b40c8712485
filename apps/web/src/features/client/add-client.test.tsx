import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerFor, draw } from '../../testing/draw.tsx'
import { AddClient } from './AddClient.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a client without a name is not sent; the form says what is missing, above and at each field [5.03, 5.10]', async () => {
  const { calls, fetched } = answerFor({
    'product/info': () => ({ loopback: false, mailConfigured: true }),
    'login/session': () => ({ login: { userId: 'u', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'u', role: 'therapist', zone: 'Europe/Berlin' }),
  })
  vi.stubGlobal('fetch', fetched)
  await draw(<AddClient />, '/dashboard/therapist/add-client')
  fireEvent.click(await screen.findByRole('button', { name: 'Add client' }))
  expect(await screen.findByText('Please fill in all required fields.')).toBeTruthy()
  expect(screen.getAllByText('First name and last name are required')).toHaveLength(2)
  expect(document.activeElement).toBe(screen.getByLabelText(/First name/))
  expect(calls.some(({ path }) => path === 'client/add')).toBe(false)
})
