import type { Client } from '@attune/contract/features/people/client/client'
import type { ClientGuardian, ClientGuardians } from '@attune/contract/features/people/guardian/guardian.invitations'
import { type GuardianRight, guardianRights } from '@attune/contract/features/people/guardian/guardian.rules'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { GuardiansCard } from './GuardiansCard.tsx'

afterEach(() => vi.unstubAllGlobals())

const id = (last: number) => `7c1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4${last}`
const [clientId, contactId, guardianId] = [id(1), id(2), id(3)]
const names = { name: 'Anna Weber', client: 'Tim' }

const anna = {
  id: guardianId,
  contactId,
  name: 'Anna Weber',
  relationship: 'Mother',
  email: 'anna@guardian.test',
  state: 'active',
  mail: 'sent',
  contact: 'same',
  rights: [
    { right: 'sessions', since: '2001-02-03T10:00:00.000Z' },
    { right: 'forms', since: null },
  ],
  basis: 'parent',
  validUntil: null,
  knowsOthers: false,
  invitedAt: '2001-02-03T10:00:00.000Z',
  expiresAt: '2001-02-17T10:00:00.000Z',
  resendAt: '2001-02-03T10:05:00.000Z',
  acceptedAt: '2001-02-04T10:00:00.000Z',
  pausedAt: null,
  endedAt: null,
  conversationId: null,
  canRenewOnWord: false,
  version: 3,
} as unknown as ClientGuardian

const empty: ClientGuardians = { items: [], contacts: [], firstName: 'Tim', age: 8, isOfAge: false }
const contacts = [{ id: contactId, name: 'Anna Weber', relationship: 'Mother' }] as ClientGuardians['contacts']

async function show(guardians: Partial<ClientGuardians>, answers: Record<string, () => unknown> = {}) {
  const served = mockServer({
    'product/info': () => ({ mailConfigured: true }),
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'UTC', language: 'en' }),
    'guardian/ofClient': () => ({ ...empty, ...guardians }),
    'guardian/custodyNotes': () => ({ items: [] }),
    'guardian/invite': () => anna,
    'guardian/save': () => anna,
    'guardian/resend': () => anna,
    'guardian/renewOnWord': () => ({ done: true }),
    'guardian/end': () => ({ ...anna, state: 'ended' }),
    'guardian/secrets': () => ({ link: 'https://attune.test/#token=x', expiresAt: anna.expiresAt }),
    ...answers,
  })
  const client = {
    id: clientId,
    firstName: 'Tim',
    contacts: [{ id: contactId, name: 'Anna Weber', isGuardian: true, email: 'anna@guardian.test' }],
  } as unknown as Client
  await renderPage(
    <>
      <Toasts />
      <GuardiansCard client={client} />
    </>,
  )
  await screen.findByText(uiText('guardianInvitation:title'))
  return (path: string) => served.calls.filter((call) => call.path === path).map(({ input }) => input)
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox')
const checked = () => boxes().map((box) => box.checked)
/** Returns the expected state of the checkbox of each right: true for those in `rights`. */
const tickedOf = (...rights: GuardianRight[]) => guardianRights.map((right) => rights.includes(right))
const invite = uiText('guardianInvitation:invite', names)
const submit = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement)

test('no right is ticked in advance; a button ticks those that are suggested for the age @slow', async () => {
  const calls = await show({ contacts, age: 13 })
  await press(invite)
  await screen.findByRole('dialog', { name: uiText('guardianInvitation:dialog.invite', names) })
  expect(checked()).toEqual(tickedOf())
  expect(screen.getAllByText(uiText('guardianInvitation:dialog.suggested'))).toHaveLength(3)
  expect(screen.getByText(new RegExp(uiText('guardianInvitation:dialog.law')))).toBeTruthy()
  await press(uiText('guardianInvitation:dialog.tick'))
  expect(checked()).toEqual(tickedOf('sessions', 'forms', 'invoices'))
  submit()
  await waitFor(() => expect(calls('guardian/invite')).toHaveLength(1))
  expect(calls('guardian/invite')[0]).toMatchObject({
    clientId,
    contactId,
    rights: ['sessions', 'forms', 'invoices'],
    basis: 'parent',
    validUntil: null,
    knowsOthers: false,
    reachesBack: false,
  })
})

test('for an adult the dialog asks for a basis and a last day, and the card says so without a date of birth @slow', async () => {
  const calls = await show({ contacts, age: null, isOfAge: true })
  expect(screen.getByText(uiText('guardianInvitation:noBirthDate', { name: 'Tim' }))).toBeTruthy()
  await press(invite)
  await screen.findByRole('radio', { name: uiText('guardianInvitation:basis.court-order') })
  expect(screen.queryByRole('radio', { name: uiText('guardianInvitation:basis.parent') })).toBeNull()
  submit()
  expect(await screen.findByText(uiText('guardianInvitation:dialog.untilMissing'))).toBeTruthy()
  expect(calls('guardian/invite')).toEqual([])
})

test('an address that is that of the client’s own account is explained in the dialog @slow', async () => {
  await show({ contacts }, { 'guardian/invite': () => refusalResponse(409, 'SAME_ADDRESS', { firstName: 'Tim' }) })
  await press(invite)
  await screen.findByRole('dialog')
  submit()
  expect(await screen.findByText(uiText('guardianInvitation:refused.SAME_ADDRESS', { name: 'Tim' }))).toBeTruthy()
})

test('a guardian is shown with rights in plain words, and editing sends the version that was shown @slow', async () => {
  const calls = await show({ items: [anna] })
  expect(screen.getByText(uiText('guardianInvitation:state.active'))).toBeTruthy()
  expect(document.body.textContent).toContain(uiText('guardianRight:name.sessions'))
  expect(document.body.textContent).toContain(uiText('guardianInvitation:all'))
  expect(document.body.textContent).not.toContain(uiText('guardianRight:name.invoices'))
  await press(uiText('guardianInvitation:editOf', names))
  await screen.findByRole('dialog', { name: uiText('guardianInvitation:dialog.edit', names) })
  expect(checked()).toEqual(tickedOf('sessions', 'forms'))
  fireEvent.click(boxes()[0] as HTMLInputElement)
  submit()
  await waitFor(() => expect(calls('guardian/save')).toMatchObject([{ id: guardianId, version: 3, rights: ['forms'] }]))
})

test('the card leads to the messages with a guardian who may write', async () => {
  const conversationId = id(7) as NonNullable<ClientGuardian['conversationId']>
  await show({ items: [{ ...anna, conversationId }] })
  const link = await screen.findByRole('link', { name: uiText('guardianInvitation:messagesOf', names) })
  expect(link.getAttribute('href')).toBe(`/dashboard/therapist/messages?guardian=${conversationId}`)
})

test('ending the rights asks first, in red @slow', async () => {
  const calls = await show({ items: [anna] })
  await press(uiText('guardianInvitation:endOf', names))
  const dialog = await screen.findByRole('dialog', { name: uiText('guardianInvitation:endDialog.title', names) })
  const confirm = within(dialog).getByRole('button', { name: uiText('guardianInvitation:end') })
  expect([confirm.className.includes('danger'), calls('guardian/end')]).toEqual([true, []])
  fireEvent.click(confirm)
  await waitFor(() => expect(calls('guardian/end')).toEqual([{ id: guardianId }]))
})

test('an invitation can be sent again, its link copied and withdrawn; a changed address is named @slow', async () => {
  const invited = { ...anna, state: 'invited', acceptedAt: null, expiresAt: '2101-02-17T10:00:00.000Z' } as const
  const calls = await show({ items: [invited] })
  await press(uiText('guardianInvitation:linkOf', names))
  expect(await screen.findByRole('button', { name: uiText('guardianInvitation:copy') })).toBeTruthy()
  await press(uiText('guardianInvitation:resendOf', names))
  await waitFor(() => expect(calls('guardian/resend')).toHaveLength(1))
  expect(screen.getByRole('button', { name: uiText('guardianInvitation:withdrawOf', names) })).toBeTruthy()
})

test('after the contact’s address was changed the card offers no link, and says that the invitation must be sent again', async () => {
  await show({ items: [{ ...anna, state: 'invited', contact: 'other-email' }] })
  expect(screen.getByText(uiText('guardianInvitation:contact.otherEmailInvited'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('guardianInvitation:linkOf', names) })).toBeNull()
  expect(screen.getByRole('button', { name: uiText('guardianInvitation:resendOf', names) })).toBeTruthy()
})

test('paused rights of a client without an account are renewed on the client’s word, and only those that are ticked @slow', async () => {
  const paused = { ...anna, state: 'paused', pausedAt: '2001-03-03T10:00:00.000Z', canRenewOnWord: true } as const
  const calls = await show({ items: [paused] })
  await press(uiText('guardianInvitation:renewAccessOf', names))
  const dialog = within(await screen.findByRole('dialog', { name: uiText('ownGuardians:renew.title', names) }))
  expect(dialog.getByText(uiText('ownGuardians:renew.textOnWord'))).toBeTruthy()
  expect(checked()).toEqual([false, false])
  fireEvent.click(dialog.getByRole('checkbox', { name: uiText('ownGuardians:renew.right.sessions') }))
  submit()
  await waitFor(() => expect(calls('guardian/renewOnWord')).toEqual([{ id: guardianId, rights: ['sessions'] }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a guardian whose rights pause, but whose client decides with an account, has no button to renew them', async () => {
  await show({ items: [{ ...anna, state: 'paused' }] })
  expect(screen.getByText(uiText('guardianInvitation:state.paused'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('guardianInvitation:renewAccessOf', names) })).toBeNull()
})
