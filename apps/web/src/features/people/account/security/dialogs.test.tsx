import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { onAuthEvent } from '../../../../platform/backend/auth-events.ts'
import type { Me } from '../../../../platform/login/login.ts'
import { failureResponse, mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { RemoveAuthenticatorDialog } from './RemoveAuthenticatorDialog.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

function serve(answers: Parameters<typeof mockServer>[0]) {
  const { inputsOf } = mockServer({ 'push/browsers': () => ({ items: [] }), ...answers })
  return { of: inputsOf }
}
const ana = { id: 'ana', role: 'client', email: 'ana@client.test', displayName: 'Ana Moreau' } as Me
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('changing the email address names both mailboxes before and after sending, and an invalid address is not sent @slow', async () => {
  const calls = serve({ 'login/changeEmail': () => ({ done: true }) })
  await renderPage(<ChangeEmailDialog me={ana} onClose={() => {}} />)
  await screen.findByText(uiTextPattern('security:email.text', { now: 'ana@client.test' }))
  fill(uiText('security:email.next'), 'not an address')
  fill(uiText('security:password.current'), 'Abcdefg1')
  press(uiText('security:email.send'))
  expect(await screen.findByText(uiText('security:email.invalid'))).toBeTruthy()
  expect(calls.of('login/changeEmail')).toEqual([])
  fill(uiText('security:email.next'), 'new@client.test')
  press(uiText('security:email.send'))
  expect(
    await screen.findByText(uiTextPattern('security:email.sent', { next: 'new@client.test', now: 'ana@client.test' })),
  ).toBeTruthy()
  expect(calls.of('login/changeEmail')).toEqual([{ email: 'new@client.test', password: 'Abcdefg1' }])
})

test('a wrong password is reported at its field and the typed address stays @slow', async () => {
  serve({ 'login/changeEmail': () => refusalResponse(401, 'INVALID_CREDENTIALS') })
  await renderPage(<ChangeEmailDialog me={ana} onClose={() => {}} />)
  await screen.findByLabelText(uiText('security:email.next'))
  fill(uiText('security:email.next'), 'new@client.test')
  fill(uiText('security:password.current'), 'wrong')
  press(uiText('security:email.send'))
  expect(await screen.findByText(uiText('security:password.wrong'))).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(uiText('security:email.next')).value).toBe('new@client.test')
  fill(uiText('security:password.current'), 'other')
  await waitFor(() => expect(screen.queryByText(uiText('security:password.wrong'))).toBeNull())
})

const typeWord = (typed: string) =>
  fill(uiText('accountDeletion:word.label', { word: uiText('accountDeletion:word.delete') }), typed)
const factsUnder = (title: Parameters<typeof uiText>[0]) =>
  within(screen.getByText(uiText(title)).parentElement as HTMLElement)
    .getAllByRole('listitem')
    .map((fact) => fact.textContent)

test('a client is offered a copy of the journal before deleting the account, others are not @slow', async () => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  let erased = ['account', 'journal']
  const calls = serve({
    'login/deletionPreview': () => ({ erased, kept: ['audit'], invoices: null, blockedBy: [] }),
    'journal/exportAll': () => ({ url: '/api/journal/export/pdf?seal=1', expiresAt: '' }),
  })
  const first = await renderPage(<DeleteAccountDialog me={ana} onClose={() => {}} />)
  fireEvent.click(await screen.findByRole('button', { name: uiText('journal:export.pdf') }))
  await waitFor(() => expect(clicked).toHaveBeenCalled())
  expect(calls.of('journal/exportAll')).toEqual([{ as: 'pdf' }])
  first.unmount()
  clicked.mockRestore()
  erased = ['account']
  await renderPage(<DeleteAccountDialog me={{ ...ana, role: 'admin' }} onClose={() => {}} />)
  await screen.findByText(uiText('accountDeletion:facts.account'))
  expect(screen.queryByText(uiText('accountDeletion:export.title'))).toBeNull()
})

test('deleting the account lists what is erased and kept, and needs the word and the right password @slow', async () => {
  const gone = vi.fn<(to: string) => void>()
  vi.stubGlobal('location', { ...location, replace: gone })
  const events: string[] = []
  const stop = onAuthEvent((event) => events.push(event))
  const calls = serve({
    'login/deletionPreview': () => ({
      erased: ['account', 'journal'],
      kept: ['conversations', 'audit'],
      invoices: { count: 3, until: '2036-12-31' },
      blockedBy: [],
    }),
    'login/deleteAccount': ({ password }: { password: string }) =>
      password === 'Abcdefg1' ? { report: 'abc.def' } : refusalResponse(401, 'INVALID_CREDENTIALS'),
  })
  await renderPage(<DeleteAccountDialog me={ana} onClose={() => {}} />)
  expect(await screen.findByText(uiText('accountDeletion:facts.account'))).toBeTruthy()
  expect(factsUnder('accountDeletion:erased')).toContain(uiText('accountDeletion:facts.journal'))
  expect(factsUnder('accountDeletion:keptIn.client')).toEqual([uiText('accountDeletion:facts.conversations')])
  expect(factsUnder('accountDeletion:keptByPractice')).toContain(uiText('accountDeletion:facts.audit'))
  expect(
    screen.getByText(uiText('accountDeletion:invoices.client_other', { count: '3', day: '31 December 2036' })),
  ).toBeTruthy()
  fill(uiText('security:password.current'), 'wrong')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: uiText('accountDeletion:deleteNow') })
  expect(button.disabled).toBe(true)
  fireEvent.submit(button)
  expect(calls.of('login/deleteAccount')).toEqual([])
  typeWord('delet')
  expect(button.disabled).toBe(true)
  typeWord(' delete ')
  fill(uiText('security:password.current'), '')
  press(uiText('accountDeletion:deleteNow'))
  expect(await screen.findByText(uiText('login:passwordMissing'))).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(uiText('security:password.current'))))
  fill(uiText('security:password.current'), 'wrong')
  press(uiText('accountDeletion:deleteNow'))
  expect(await screen.findByText(uiText('security:password.wrong'))).toBeTruthy()
  expect(gone).not.toHaveBeenCalled()
  fill(uiText('security:password.current'), 'Abcdefg1')
  press(uiText('accountDeletion:deleteNow'))
  await waitFor(() => expect(gone).toHaveBeenCalledWith('/erasure-report#report=abc.def'))
  expect(events).toEqual(['SIGNED_OUT'])
  stop()
})

test('when the facts about a deletion do not load, the dialog says so, can try again, and deletes nothing @slow', async () => {
  let fails = true
  const facts = { erased: ['account'], kept: ['audit'], invoices: null, blockedBy: [] }
  serve({ 'login/deletionPreview': () => (fails ? failureResponse() : facts) })
  await renderPage(<DeleteAccountDialog me={ana} onClose={() => {}} />)
  expect((await screen.findByRole('alert')).textContent).toContain(uiText('accountDeletion:failed'))
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: uiText('accountDeletion:deleteNow') })
  expect(submit.disabled).toBe(true)
  fails = false
  press(uiText('accountDeletion:report.again'))
  expect(await screen.findByText(uiText('accountDeletion:facts.account'))).toBeTruthy()
})

test('an account with future sessions cannot be closed: the obstacle is named and no password field is shown', async () => {
  const calls = serve({
    'login/deletionPreview': () => ({
      erased: ['account'],
      kept: ['sessions'],
      invoices: { count: 1, until: '2036-12-31' },
      blockedBy: ['future-sessions'],
    }),
  })
  await renderPage(<DeleteAccountDialog me={{ ...ana, role: 'therapist' }} onClose={() => {}} />)
  expect(await screen.findByText(uiText('accountDeletion:obstacles.future-sessions'))).toBeTruthy()
  expect(screen.getByText(uiText('accountDeletion:invoices.therapist_one', { day: '31 December 2036' }))).toBeTruthy()
  expect(screen.queryByLabelText(uiText('security:password.current'))).toBeNull()
  press(uiText('accountDeletion:closeNow'))
  expect(calls.of('login/deleteAccount')).toEqual([])
})

test('when the server refuses the deletion, the dialog shows an obstacle that the preview did not contain @slow', async () => {
  let blockedBy: string[] = []
  serve({
    'login/deletionPreview': () => ({ erased: ['account'], kept: [], invoices: null, blockedBy }),
    'login/deleteAccount': () => {
      blockedBy = ['last-admin']
      return refusalResponse(409, 'BLOCKED', { blockedBy })
    },
  })
  await renderPage(<DeleteAccountDialog me={{ ...ana, role: 'admin' }} onClose={() => {}} />)
  await screen.findByLabelText(uiText('security:password.current'))
  typeWord(uiText('accountDeletion:word.delete'))
  fill(uiText('security:password.current'), 'Abcdefg1')
  press(uiText('accountDeletion:deleteNow'))
  expect(await screen.findByText(uiTextPattern('accountDeletion:obstacles.last-admin'))).toBeTruthy()
})

test('the authenticator app is turned off with the password, after the consequences are shown @slow', async () => {
  const closed = vi.fn<() => void>()
  const login = { hasPasskey: true, hasApp: true } as LoginView
  const calls = serve({
    'login/removeApp': ({ password }: { password: string }) =>
      password === 'Abcdefg1' ? { login: { ...login, hasApp: false } } : refusalResponse(401, 'INVALID_CREDENTIALS'),
  })
  await renderPage(<RemoveAuthenticatorDialog login={login} onClose={closed} />)
  expect(await screen.findByText(uiTextPattern('security:app.textKey'))).toBeTruthy()
  fill(uiText('security:password.current'), 'wrong')
  press(uiText('security:app.submit'))
  expect(await screen.findByText(uiText('security:password.wrong'))).toBeTruthy()
  fill(uiText('security:password.current'), 'Abcdefg1')
  press(uiText('security:app.submit'))
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(calls.of('login/removeApp')).toHaveLength(2)
})

test('an account without a password is offered a link to set one instead of the password field @slow', async () => {
  const calls = serve({
    'login/session': () => ({
      login: { userId: 'ana', email: ana.email, role: 'client', need: null, hasPassword: false },
    }),
    'login/requestReset': () => ({ done: true }),
  })
  await renderPage(<ChangeEmailDialog me={ana} onClose={() => {}} />)
  expect(await screen.findByText(uiTextPattern('reauthentication:noPassword.text'))).toBeTruthy()
  expect(screen.queryByLabelText(uiText('security:password.current'))).toBeNull()
  fill(uiText('security:email.next'), 'new@client.test')
  press(uiText('security:email.send'))
  expect(calls.of('login/changeEmail')).toEqual([])
  press(uiText('reauthentication:noPassword.send'))
  expect(
    await screen.findByText(uiTextPattern('reauthentication:noPassword.sent', { email: 'ana@client.test' })),
  ).toBeTruthy()
  expect(calls.of('login/requestReset')).toEqual([{ email: ana.email }])
})
