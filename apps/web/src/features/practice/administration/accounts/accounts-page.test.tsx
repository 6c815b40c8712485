import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import { AccountsPage } from './AccountsPage.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

const common = {
  avatarUrl: null,
  onboarded: true,
  secondFactor: true,
  resetAt: null,
  since: '2026-11-01T09:00:00.000Z',
  disabledAt: null,
  lastSeenAt: '2026-11-20T09:00:00.000Z',
  devices: ['Firefox · Windows'],
}
const accounts = [
  { ...common, id: 'admin', name: 'Ada Admin', email: 'ada@practice.test', role: 'admin' },
  { ...common, id: 'nora', name: 'Nora Lindqvist', email: 'nora@practice.test', role: 'therapist' },
  { ...common, id: 'ana', name: '', email: 'ana@client.test', role: 'client', onboarded: false, secondFactor: false },
]
type Asked = { search: string; role?: string }

function serve(
  start: (input: { accountId: string }) => unknown = () => ({ takesEffectAt: '2026-11-21T09:00:00.000Z' }),
  mailConfigured = true,
) {
  let resetAt: string | null = null
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'admin', role: 'admin', email: 'ada@practice.test', need: null } }),
    'account/me': () => ({ id: 'admin', role: 'admin', language: 'en', zone: 'Europe/Berlin' }),
    'product/info': () => ({ mailConfigured }),
    'administration/accounts': ({ search, role }: Asked) => ({
      items: accounts
        .filter((account) => account.email.includes(search) && (!role || account.role === role))
        .map((account) => (account.id === 'nora' ? { ...account, resetAt } : account)),
      next: null,
    }),
    'administration/comingSessions': () => ({ count: 3 }),
    'administration/setAccountDisabled': () => ({ done: true }),
    'administration/changeRole': () => refusalResponse(409, 'ROLE_IN_USE', { obstacles: ['records', 'invoices'] }),
    'administration/startFactorReset': (input: { accountId: string }) => {
      const answer = start(input)
      if (!(answer instanceof Response)) resetAt = '2026-11-21T09:00:00.000Z'
      return answer
    },
  })
  return { of: inputsOf }
}
const rowOf = async (text: string) => (await screen.findByText(text)).closest('li') as HTMLElement
async function choose(name: string, action: string) {
  fireEvent.click(await screen.findByRole('button', { name: uiText('accounts:actionsOf', { name }) }))
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const openReset = (name: string) => choose(name, uiText('accounts:act.reset'))

test('each account shows its role and state, and actions unless it is the own one', async () => {
  serve()
  await renderPage(<AccountsPage />)
  expect(within(await rowOf('Nora Lindqvist')).getByText('Therapist')).toBeTruthy()
  expect(within(await rowOf('Nora Lindqvist')).getByText(uiText('accounts:factor'))).toBeTruthy()
  expect(within(await rowOf('Nora Lindqvist')).getByText(/Firefox · Windows/)).toBeTruthy()
  expect(within(await rowOf('ana@client.test')).getByText(uiText('accounts:notOnboarded'))).toBeTruthy()
  await waitFor(async () => expect(within(await rowOf('Ada Admin')).queryByRole('button')).toBeNull())
})

test('search text and role filter the accounts @slow', async () => {
  const calls = serve()
  await renderPage(<AccountsPage />)
  await rowOf('Nora Lindqvist')
  fireEvent.click(screen.getByRole('radio', { name: 'Clients' }))
  await waitFor(() => expect(screen.queryByText('Nora Lindqvist')).toBeNull())
  fireEvent.change(screen.getByRole('searchbox', { name: uiText('accounts:search') }), { target: { value: 'nobody' } })
  expect(await screen.findByText(uiText('accounts:none'))).toBeTruthy()
  expect(calls.of('administration/accounts').at(-1)).toMatchObject({ search: 'nobody', role: 'client' })
})

test('a second factor is reset only after the admin confirms the consequences, and the row then shows the reset @slow', async () => {
  const calls = serve()
  await renderPage(<AccountsPage />)
  await openReset('Nora Lindqvist')
  expect(await screen.findByText(uiTextPattern('accounts:consequence'))).toBeTruthy()
  expect(calls.of('administration/startFactorReset')).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: uiText('accounts:begin') }))
  expect(await screen.findByText(uiTextPattern('accounts:resetRuns'))).toBeTruthy()
  expect(calls.of('administration/startFactorReset')).toEqual([{ accountId: 'nora', command: expect.any(String) }])
  await waitFor(() => expect(screen.queryByRole('button', { name: uiText('accounts:begin') })).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: uiText('accounts:actionsOf', { name: 'Nora Lindqvist' }) }))
  expect(await screen.findByRole('menuitem', { name: uiText('accounts:act.disable') })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: uiText('accounts:act.reset') })).toBeNull()
})

test('resetting a second factor that no longer exists shows a message @slow', async () => {
  serve(() => refusalResponse(409, 'NO_FACTOR'))
  await renderPage(<AccountsPage />)
  await openReset('Nora Lindqvist')
  fireEvent.click(await screen.findByRole('button', { name: uiText('accounts:begin') }))
  expect(await screen.findByText(uiText('accounts:gone'))).toBeTruthy()
})

test('a therapist is disabled only after the admin reads the consequences and the number of coming sessions @slow', async () => {
  const calls = serve()
  await renderPage(<AccountsPage />)
  await choose('Nora Lindqvist', uiText('accounts:act.disable'))
  expect(await screen.findByText(/3 sessions are coming up/)).toBeTruthy()
  expect(calls.of('administration/setAccountDisabled')).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: uiText('accounts:act.disable') }))
  await waitFor(() =>
    expect(calls.of('administration/setAccountDisabled')).toEqual([{ accountId: 'nora', disabled: true }]),
  )
})

test('a refused change of role names what is in the way @slow', async () => {
  serve()
  await renderPage(<AccountsPage />)
  await choose('Nora Lindqvist', uiText('accounts:act.changeRole'))
  fireEvent.click(await screen.findByRole('radio', { name: uiText('accounts:role.client') }))
  fireEvent.click(screen.getByRole('button', { name: uiText('accounts:act.changeRole') }))
  const [records, invoices] = [
    uiText('accounts:changeRole.obstacle.records'),
    uiText('accounts:changeRole.obstacle.invoices'),
  ]
  expect(await screen.findByText(`${records}, ${invoices}`)).toBeTruthy()
})

test.each([true, false])(
  'the dialogs mention an email only if the practice can send one: %s @slow',
  async (mailConfigured) => {
    serve(undefined, mailConfigured)
    await renderPage(<AccountsPage />)
    const name = 'Nora Lindqvist'
    for (const action of ['disable', 'signOut', 'changeRole', 'reset'] as const) {
      await choose(name, uiText(`accounts:act.${action}`))
      const dialog = await screen.findByRole('dialog')
      await waitFor(() => expect(/email/i.test(dialog.textContent.replace(/Email isn't/, ''))).toBe(mailConfigured))
      fireEvent.click(within(dialog).getByRole('button', { name: uiText('accounts:back') }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    fireEvent.click(screen.getByRole('button', { name: uiText('accounts:invite.open') }))
    await screen.findByRole('button', {
      name: uiText(mailConfigured ? 'accounts:invite.submit' : 'accounts:invite.submitNoMail'),
    })
    screen.getByText(uiText(mailConfigured ? 'accounts:invite.text' : 'accounts:invite.textNoMail'))
  },
)
