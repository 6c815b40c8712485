import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage, refusalResponse } from '../../testing/render-page.tsx'
import { AccountsPage } from './AccountsPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const common = {
  avatarUrl: null,
  onboarded: true,
  secondFactor: true,
  resetAt: null,
  since: '2026-11-01T09:00:00.000Z',
}
const accounts = [
  { ...common, id: 'admin', name: 'Ada Admin', email: 'ada@practice.test', role: 'admin' },
  { ...common, id: 'nora', name: 'Nora Lindqvist', email: 'nora@practice.test', role: 'therapist' },
  { ...common, id: 'ana', name: '', email: 'ana@client.test', role: 'client', onboarded: false, secondFactor: false },
]
type Asked = { search: string; role?: string }

function serve(
  start: (input: { accountId: string }) => unknown = () => ({ takesEffectAt: '2026-11-21T09:00:00.000Z' }),
) {
  let resetAt: string | null = null
  const { calls, fetched } = mockServer({
    'login/session': () => ({ login: { userId: 'admin', role: 'admin', email: 'ada@practice.test', need: null } }),
    'account/me': () => ({ id: 'admin', role: 'admin', language: 'en', zone: 'Europe/Berlin' }),
    'administration/accounts': ({ search, role }: Asked) => ({
      items: accounts
        .filter((account) => account.email.includes(search) && (!role || account.role === role))
        .map((account) => (account.id === 'nora' ? { ...account, resetAt } : account)),
      next: null,
    }),
    'administration/startFactorReset': (input: { accountId: string }) => {
      const answer = start(input)
      if (!(answer instanceof Response)) resetAt = '2026-11-21T09:00:00.000Z'
      return answer
    },
  })
  vi.stubGlobal('fetch', fetched)
  return { of: (path: string) => calls.filter((call) => call.path === path).map((call) => call.input) }
}
const rowOf = async (words: string) => (await screen.findByText(words)).closest('li') as HTMLElement
const resetOf = (name: string) => screen.findByRole('button', { name: `Reset the second factor of ${name}` })

test('each account shows its role and state; the own account and accounts without second factor have no reset button', async () => {
  serve()
  await renderPage(<AccountsPage />)
  expect(within(await rowOf('Nora Lindqvist')).getByText('Therapist')).toBeTruthy()
  expect(within(await rowOf('Nora Lindqvist')).getByText('Second factor')).toBeTruthy()
  expect(within(await rowOf('ana@client.test')).getByText('Has not finished setting up')).toBeTruthy()
  expect(within(await rowOf('ana@client.test')).queryByRole('button')).toBeNull()
  await waitFor(async () => expect(within(await rowOf('Ada Admin')).queryByRole('button')).toBeNull())
})

test('search text and role filter the accounts', async () => {
  const calls = serve()
  await renderPage(<AccountsPage />)
  await rowOf('Nora Lindqvist')
  fireEvent.click(screen.getByRole('radio', { name: 'Clients' }))
  await waitFor(() => expect(screen.queryByText('Nora Lindqvist')).toBeNull())
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find by name or e-mail' }), { target: { value: 'nobody' } })
  expect(await screen.findByText('Nobody is found.')).toBeTruthy()
  expect(calls.of('administration/accounts').at(-1)).toMatchObject({ search: 'nobody', role: 'client' })
})

test('a second factor reset starts only after the dialog with its consequences, and the row then shows it', async () => {
  const calls = serve()
  await renderPage(<AccountsPage />)
  fireEvent.click(await resetOf('Nora Lindqvist'))
  expect(await screen.findByText(/Nora Lindqvist gets a mail at once and can stop the reset/)).toBeTruthy()
  expect(calls.of('administration/startFactorReset')).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Start the reset' }))
  expect(await screen.findByText(/^Reset takes effect/)).toBeTruthy()
  expect(calls.of('administration/startFactorReset')).toEqual([{ accountId: 'nora', command: expect.any(String) }])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Start the reset' })).toBeNull())
  expect(screen.queryByRole('button', { name: 'Reset the second factor of Nora Lindqvist' })).toBeNull()
})

test('resetting a second factor that no longer exists shows a message', async () => {
  serve(() => refusalResponse(409, 'NO_FACTOR'))
  await renderPage(<AccountsPage />)
  fireEvent.click(await resetOf('Nora Lindqvist'))
  fireEvent.click(await screen.findByRole('button', { name: 'Start the reset' }))
  expect(await screen.findByText('There is no second factor any more.')).toBeTruthy()
})
