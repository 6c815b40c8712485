import type { HeldAccount } from '@attune/contract/features/people/login/login.several'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { backendRealtime } from '../../../../platform/backend/realtime.ts'
import { useStore } from '../../../../platform/create-store.ts'
import { heldAccounts, setHeldAccounts } from '../../../../platform/login/held-accounts.ts'
import { setPageAccount } from '../../../../platform/login/page-account.ts'
import { applyProductSettings, productSettings } from '../../../../platform/settings/product-settings.ts'
import { pendingRequirement, requireLogin, setSignedInHere } from '../../../../platform/login/reauthentication.ts'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { accountToUnlock } from './account-to-unlock.ts'
import { AccountItems } from './AccountItems.tsx'
import { AccountMark } from './AccountMark.tsx'
import { AddAccountItem } from './AddAccountItem.tsx'
import { HeldAccountList } from './HeldAccountList.tsx'
import { OtherAccountDialog } from './OtherAccountDialog.tsx'
import { UnlockAccountDialog } from './UnlockAccountDialog.tsx'

const therapist: HeldAccount = {
  userId: 'nora-therapist',
  displayName: 'Nora Lindqvist',
  email: 'nora@practice.test',
  avatarUrl: null,
  role: 'therapist',
  active: true,
  locked: false,
  hasPassword: true,
  counts: { notifications: 1, messages: 2, tasks: 0 },
}
const admin: HeldAccount = {
  ...therapist,
  userId: 'nora-admin',
  email: 'admin@practice.test',
  role: 'admin',
  active: false,
  counts: { notifications: 4, messages: 0, tasks: 0 },
}
const role = (name: 'admin' | 'therapist') => uiText(`accountSwitcher:roles.${name}`)
const entry = { className: '', role: 'menuitem' } as const
const opened = vi.fn()

function serve(switchAccount: (input: { password?: string }) => unknown = () => ({ kind: 'signed-in', login: {} })) {
  const items = [therapist, admin]
  const { inputsOf } = mockServer({ 'login/accounts': () => ({ items }), 'login/switchAccount': switchAccount })
  return () => inputsOf('login/switchAccount')
}

beforeEach(() => {
  vi.stubGlobal('location', { ...location, assign: opened })
  setPageAccount(therapist.userId)
  setSignedInHere(true)
})
afterEach(() => {
  accountToUnlock.set(null)
  opened.mockReset()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function Menu() {
  const unlocking = useStore(accountToUnlock)
  return (
    <div role="menu">
      <AccountItems entry={entry} onChosen={() => {}} />
      {unlocking && <UnlockAccountDialog account={unlocking} />}
    </div>
  )
}

test('the menu marks the active account, shows what is new in each, and switches', async () => {
  const switched = serve()
  await renderPage(<Menu />)
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual(['true', null])
  for (const [at, name, count] of [
    [0, 'therapist', 3],
    [1, 'admin', 4],
  ] as const) {
    const item = within(items[at] as HTMLElement)
    expect(item.getByText(role(name))).toBeTruthy()
    expect(item.getByText(uiText('accountSwitcher:new_other', { count: String(count) }))).toBeTruthy()
  }
  fireEvent.click(items[0] as HTMLElement)
  fireEvent.click(items[1] as HTMLElement)
  await waitFor(() => expect(opened).toHaveBeenCalledWith('/'))
  expect(switched()).toEqual([{ userId: admin.userId }])
  expect(heldAccounts()).toEqual([therapist.userId, admin.userId])
})

test('an account whose idle time has passed is opened after its password', async () => {
  const switched = serve(({ password }) =>
    password === undefined
      ? refusalResponse(409, 'LOCKED')
      : password === 'right'
        ? { kind: 'signed-in', login: {} }
        : refusalResponse(401, 'INVALID_CREDENTIALS'),
  )
  await renderPage(<Menu />)
  fireEvent.click((await screen.findAllByRole('menuitem'))[1] as HTMLElement)
  for (const password of ['wrong', 'right']) {
    fireEvent.change(await screen.findByLabelText('Password'), { target: { value: password } })
    fireEvent.click(screen.getByRole('button', { name: uiText('accountSwitcher:unlock.submit') }))
    if (password === 'wrong') await screen.findByText(uiText('reauthentication:lock.wrong'))
    expect(opened).not.toHaveBeenCalled()
  }
  await waitFor(() => expect(opened).toHaveBeenCalledWith('/'))
  expect(switched()).toEqual([undefined, 'wrong', 'right'].map((password) => ({ userId: admin.userId, password })))
})

test('a page of another account says which one is active, and continues with it or switches back', async () => {
  setPageAccount(admin.userId)
  serve()
  const passed = requireLogin('account')
  await renderPage(<OtherAccountDialog />)
  const names = { name: therapist.displayName }
  const on = uiText('accountSwitcher:other.continue', { ...names, role: role('therapist') })
  expect(await screen.findByRole('button', { name: on })).toBeTruthy()
  const back = uiText('accountSwitcher:other.back', { ...names, role: role('admin') })
  fireEvent.click(screen.getByRole('button', { name: back }))
  expect(await passed).toBe(true)
  expect(pendingRequirement()).toBeNull()
  expect(opened).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: on }))
  expect(opened).toHaveBeenCalledWith('/')
})

test('the header and the title of the tab name the role, and the header counts what is new elsewhere', async () => {
  serve()
  document.title = 'Clients · Attune'
  const drawn = await renderPage(<AccountMark of="therapist" />)
  expect(await screen.findByText(role('therapist'))).toBeTruthy()
  expect(screen.getByText(uiText('accountSwitcher:new_other', { count: '4' }))).toBeTruthy()
  await waitFor(() => expect(document.title).toBe(`Clients · Attune (${role('therapist')})`))
  document.title = 'Messages · Attune'
  await waitFor(() => expect(document.title).toBe(`Messages · Attune (${role('therapist')})`))
  drawn.unmount()
  expect(document.title).toBe('Messages · Attune')
})

test('the badge of the own account shows a notification that comes while the accounts are being read', async () => {
  const listeners: (() => void)[] = []
  vi.spyOn(backendRealtime, 'subscribe').mockImplementation(({ table }, onChange) => {
    if (table === 'notifications') listeners.push(() => onChange([]))
    return () => {}
  })
  const answers: ((count: number) => void)[] = []
  mockServer({
    'login/accounts': () =>
      new Promise((resolve) =>
        answers.push((notifications) =>
          resolve({ items: [therapist, { ...admin, active: true, counts: { notifications, messages: 0, tasks: 0 } }] }),
        ),
      ),
  })
  setPageAccount(admin.userId)
  await renderPage(
    <>
      <AccountMark of="admin" />
      <Menu />
    </>,
  )
  await waitFor(() => expect([answers.length, listeners.length]).toEqual([1, 1]))
  listeners[0]?.()
  answers[0]?.(0)
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(1)
  const own = (await screen.findByText(role('admin'), { selector: '[role=menuitem] *' })).closest('[role=menuitem]')
  await within(own as HTMLElement).findByText(uiText('accountSwitcher:new_one', { count: '1' }))
})

test('the sign-in page offers the accounts that are still signed in on this device', async () => {
  setPageAccount(null)
  const switched = serve()
  await renderPage(<HeldAccountList />)
  fireEvent.click((await screen.findAllByRole('button'))[1] as HTMLElement)
  await waitFor(() => expect(opened).toHaveBeenCalledWith('/'))
  expect(switched()).toEqual([{ userId: admin.userId }])
})

test('while several accounts are switched off, nothing of them is shown', async () => {
  serve()
  const settings = productSettings()
  applyProductSettings({ ...settings, revision: settings.revision + 1, severalAccounts: false })
  await renderPage(
    <div data-testid="menu">
      <AccountItems entry={entry} onChosen={() => {}} />
      <AddAccountItem entry={entry} />
    </div>,
  )
  expect(screen.getByTestId('menu').textContent).toBe('')
  setHeldAccounts([])
})
