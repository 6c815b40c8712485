import type { SignLinks } from '@attune/contract/features/care/form/form.links'
import type { SentForm } from '@attune/contract/features/care/form/form.schemas'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { registerToaster, type ToastContent } from '../../../../ui/toast/toast.ts'
import { SignLinkDialog } from './SignLinkDialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const contact: SignLinks['contacts'][number] = {
  id: '8a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c05',
  name: 'Anna Weber',
  relationship: 'Mother',
  email: 'anna@family.test',
  textNumber: null,
  warnings: [],
}
const link: SignLinks['items'][number] = {
  id: '8a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c06',
  contactId: contact.id,
  name: contact.name,
  email: 'anna@family.test',
  state: 'open',
  sentAt: '2001-11-20T09:00:00.000Z',
  expiresAt: '2001-12-04T09:00:00.000Z',
  openedAt: null,
  text: null,
  mail: 'sent',
}
const item = { id: sampleId, title: 'Consent', state: 'open' } as SentForm
const client = { id: sampleId, name: 'Tim' }

async function open(links: Partial<SignLinks>, answers: Parameters<typeof mockServer>[0] = {}) {
  const read = { items: [], contacts: [contact], ...links }
  const server = mockServer({
    ...signedInAnswers('therapist'),
    'form/signLinks': () => read,
    'form/sendSignLink': () => ({ ...read, code: '123456' }),
    'form/withdrawSignLink': () => read,
    ...answers,
  })
  await renderPage(<SignLinkDialog client={client} item={item} onClose={() => {}} />)
  await screen.findByRole('button', { name: uiText('signLink:send') })
  return server
}
const send = () => fireEvent.click(screen.getByRole('button', { name: uiText('signLink:send') }))

test('the only guardian with an address is chosen, and the code is shown once after sending', async () => {
  const without = { ...contact, id: '8a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c07', name: 'Paul Weber', email: null }
  const { inputsOf } = await open({ contacts: [contact, without] })
  expect(screen.getByRole('radio', { name: /Anna Weber/ })).toHaveProperty('checked', true)
  expect(screen.getByRole('radio', { name: /Paul Weber/ })).toHaveProperty('disabled', true)
  send()
  await screen.findByText('123 456')
  expect(inputsOf('form/sendSignLink')).toEqual([
    { clientId: sampleId, id: sampleId, contactId: contact.id, codeByText: false, confirmed: [] },
  ])
})

test('of two guardians one has to be chosen @slow', async () => {
  const other = { ...contact, id: '8a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c07', name: 'Paul Weber' }
  const { inputsOf } = await open({ contacts: [contact, other] })
  send()
  await screen.findByText(uiText('signLink:missing'))
  fireEvent.click(screen.getByRole('radio', { name: /Paul Weber/ }))
  send()
  await waitFor(() => expect(inputsOf('form/sendSignLink')).toMatchObject([{ contactId: other.id }]))
})

test('the number of the child is a warning that has to be confirmed @slow', async () => {
  const { inputsOf } = await open({ contacts: [{ ...contact, warnings: ['same-phone'] }] })
  screen.getByText(uiText('signLink:warn.same-phone', { name: 'Tim' }))
  send()
  await screen.findByText(uiText('signLink:unconfirmed'))
  expect(inputsOf('form/sendSignLink')).toEqual([])
  fireEvent.click(screen.getByRole('checkbox', { name: uiText('signLink:confirm') }))
  send()
  await waitFor(() => expect(inputsOf('form/sendSignLink')).toMatchObject([{ confirmed: ['same-phone'] }]))
})

test('the address of the child’s account is refused with a reason', async () => {
  await open({}, { 'form/sendSignLink': () => refusalResponse(409, 'SAME_ADDRESS', { firstName: 'Tim' }) })
  send()
  await screen.findByText(uiText('signLink:refused.SAME_ADDRESS', { firstName: 'Tim' }))
})

test('the links are listed with their state, and an open one can be withdrawn', async () => {
  const ended = { ...link, id: '8a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c08', name: 'Paul Weber', state: 'void' as const }
  const { inputsOf } = await open({ items: [link, ended] })
  const list = (await screen.findByText(uiText('signLink:links'))).closest('section') as HTMLElement
  within(list).getByText(uiText('signLink:state.void'))
  fireEvent.click(within(list).getByRole('button', { name: uiText('signLink:withdrawFor', { name: 'Anna Weber' }) }))
  await waitFor(() =>
    expect(inputsOf('form/withdrawSignLink')).toEqual([{ clientId: sampleId, id: sampleId, ticketId: link.id }]),
  )
  expect(
    within(list).queryByRole('button', { name: uiText('signLink:withdrawFor', { name: 'Paul Weber' }) }),
  ).toBeNull()
})

test('a text message is offered for a number that texts can reach, and the code is then not shown @slow', async () => {
  const toasts: ToastContent[] = []
  const unregister = registerToaster((content) => toasts.push(content))
  const { inputsOf } = await open(
    { contacts: [{ ...contact, textNumber: '+491711234567' }] },
    { 'form/sendSignLink': () => ({ items: [], contacts: [], code: null }) },
  )
  fireEvent.click(screen.getByRole('radio', { name: uiText('signLink:code.text', { number: '+491711234567' }) }))
  send()
  await waitFor(() => expect(inputsOf('form/sendSignLink')).toMatchObject([{ codeByText: true }]))
  await waitFor(() => expect(toasts.map(({ title }) => title)).toContain(uiText('signLink:sentBoth')))
  unregister()
  expect(screen.queryByRole('status', { name: /\d{3}/ })).toBeNull()
})
