import type { ClientBilling, OwnPayer } from '@attune/contract/features/billing/payer/payer'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { dateText } from '../../../ui/page/date-text.ts'
import Toasts from '../../../ui/toast/Toasts.tsx'
import { BillingCard } from './BillingCard.tsx'
import { samplePayer } from './payer.testing.ts'
import { PayerAgreement } from './PayerAgreement.tsx'

afterEach(() => vi.unstubAllGlobals())

const id = (last: number) => `5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4${last}`
const [clientId, payerId, contactId, benId] = [id(1), id(2), id(3), id(4)]
const names = { name: 'Ana', payer: 'Allianz' }
const self = samplePayer(clientId)
const organization = { kind: 'organization', name: 'Allianz', reference: 'P 1' } as const
const insurer = samplePayer(clientId, { ...organization, id: payerId, version: 4 })

/** Mocks the server: shows `billing`, and answers each change with `refusal`, or with success if no refusal is given. */
function serve(billing: Partial<ClientBilling>, own: OwnPayer[] = [], refusal?: () => Response) {
  const done = () => refusal?.() ?? { done: true }
  const served = mockServer({
    'payer/get': () => ({ payer: self, contacts: [], splits: [], ...billing }),
    'payer/mine': () => ({ items: own }),
    'payer/save': () => refusal?.() ?? insurer,
    'payer/recordAgreement': () => refusal?.() ?? insurer,
    'payer/saveSplit': done,
    'payer/agree': done,
    'payer/withdraw': done,
    'service/list': () => ({ items: [] }),
    'service/pricesOf': () => ({ items: [] }),
    'business/own': () => ({ fields: { currency: null, country: 'DE' } }),
  })
  return () =>
    served.calls
      .filter(({ path }) => /^payer\/(save|saveSplit|recordAgreement|agree|withdraw)$/.test(path))
      .map(({ path, input }) => ({ path, ...(input as object) }))
}

const open = (what = <BillingCard client={{ id: clientId, firstName: 'Ana' }} />) =>
  renderPage(
    <>
      <Toasts />
      {what}
    </>,
  )
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const submit = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement)

test('an organization becomes the payer: the country of the business is proposed, and a name is required @slow', async () => {
  const changes = serve({})
  await open()
  await screen.findByText('Ana Moreau')
  await press(uiText('payer:editPayer'))
  await screen.findByText(uiText('payer:dialog.noContacts'))
  expect(radio(uiText('payer:dialog.contact')).disabled).toBe(true)
  fireEvent.click(radio(uiText('payer:dialog.organization')))
  submit()
  await screen.findByText(uiText('payer:problem.name'))
  type(uiText('payer:dialog.organizationName'), 'Allianz')
  type(uiText('payer:field.street'), 'Königinstr. 28')
  type(uiText('payer:field.buyerReference'), '04011')
  fireEvent.click(screen.getByRole('checkbox', { name: uiText('payer:diagnosis.payer') }))
  submit()
  await waitFor(() =>
    expect(changes()).toEqual([
      {
        path: 'payer/save',
        id: clientId,
        version: 0,
        kind: 'organization',
        contactId: null,
        name: 'Allianz',
        street: 'Königinstr. 28',
        postalCode: '',
        city: '',
        region: '',
        country: 'DE',
        email: null,
        reference: '',
        buyerReference: '04011',
        taxId: '',
        organizationType: 'company',
        wantsDiagnosis: true,
        clientWantsDiagnosis: false,
      },
    ]),
  )
})

test('the tax id of an organization is checked in its country, and its type is chosen @slow', async () => {
  const changes = serve({ payer: { ...insurer, country: 'AT' } })
  await open()
  await press(uiText('payer:editPayer'))
  const field = await screen.findByRole('textbox', { name: uiText('payer:taxId.uid') })
  const enter = (value: string) => fireEvent.change(field, { target: { value } })
  enter('ATU13585628')
  submit()
  await screen.findByText(uiText('payer:problem.taxId.digits'))
  enter('DE136695976')
  await screen.findByText(uiText('payer:problem.taxId.country'))
  expect(changes()).toEqual([])
  enter('ATU13585627')
  fireEvent.change(screen.getByRole('combobox', { name: uiText('payer:dialog.organizationType') }), {
    target: { value: 'insurer' },
  })
  submit()
  await waitFor(() => expect(changes()).toMatchObject([{ taxId: 'ATU13585627', organizationType: 'insurer' }]))
})

test('a client in Spain has a NIF, and one in Germany has no field for a tax id @slow', async () => {
  const changes = serve({ payer: { ...self, country: 'ES' } })
  await open()
  await press(uiText('payer:editPayer'))
  const field = await screen.findByRole('textbox', { name: uiText('payer:taxId.nif') })
  fireEvent.change(field, { target: { value: '54362315K' } })
  submit()
  await waitFor(() => expect(changes()).toMatchObject([{ kind: 'client', taxId: '54362315K', organizationType: null }]))
})

test('a Leitweg-ID with wrong check digits is named before saving @slow', async () => {
  const changes = serve({ payer: { ...insurer, country: 'DE' } })
  await open()
  await press(uiText('payer:editPayer'))
  const field = await screen.findByRole('textbox', { name: uiText('payer:field.buyerReference') })
  fireEvent.change(field, { target: { value: '991-12345-06' } })
  submit()
  await screen.findByText(uiText('payer:problem.leitwegId'))
  expect(changes()).toEqual([])
  fireEvent.change(field, { target: { value: '991-01484-64' } })
  submit()
  await waitFor(() => expect(changes()).toMatchObject([{ buyerReference: '991-01484-64' }]))
})

test('letters that invoices cannot show are named while the form is filled in @slow', async () => {
  serve({})
  await open()
  await screen.findByText('Ana Moreau')
  await press(uiText('payer:editPayer'))
  await screen.findByText(uiText('payer:dialog.noContacts'))
  fireEvent.click(radio(uiText('payer:dialog.organization')))
  const warning = (script: 'hangul' | 'kana') =>
    uiText('payer:lettersMissing', { letters: uiText(`payer:letters.${script}`) })
  type(uiText('payer:dialog.organizationName'), 'קופת חולים')
  expect(screen.queryByText(warning('hangul'))).toBeNull()
  type(uiText('payer:dialog.organizationName'), '삼성')
  screen.getByText(warning('hangul'))
  type(uiText('payer:dialog.organizationName'), 'Samsung')
  type(uiText('payer:field.city'), 'トヨタ')
  screen.getByText(warning('kana'))
})

test('a contact with the payer flag becomes the payer as a private person, with the email address of the contact @slow', async () => {
  const changes = serve({ contacts: [{ id: contactId, name: 'Mira', email: 'mira@example.com' }] }, [], () =>
    refusalResponse(409, 'NOT_A_PAYER'),
  )
  await open()
  await press(uiText('payer:editPayer'))
  fireEvent.click(await screen.findByRole('radio', { name: uiText('payer:dialog.contact') }))
  const type = uiText('payer:organizationType.company')
  expect(screen.getByText(uiText('payer:dialog.contactIsPrivate', { type }))).toBeTruthy()
  submit()
  await screen.findByText(uiText('payer:contactGone'))
  expect(changes()).toMatchObject([{ kind: 'contact', contactId, email: 'mira@example.com' }])
})

test('a payer without the client’s agreement is marked, and the therapist records the agreement with its day @slow', async () => {
  const changes = serve({ payer: insurer })
  await open()
  await screen.findByText(uiText('payer:agreement.missing', names))
  await press(uiText('payer:agreement.record'))
  const day = await screen.findByRole('textbox', { name: uiText('payer:agreement.day') })
  fireEvent.change(day, { target: { value: '' } })
  submit()
  await screen.findByText(uiText('payer:agreement.dayMissing'))
  fireEvent.change(day, { target: { value: '2 Nov 2026' } })
  submit()
  await waitFor(() =>
    expect(changes()).toEqual([
      { path: 'payer/recordAgreement', id: clientId, payerId, name: insurer.name, day: '2026-11-02' },
    ]),
  )
})

test('the therapist records a withdrawal where an agreement is needed @slow', async () => {
  const given = { ...insurer, agreedAt: '2026-11-02T11:00:00.000Z', agreedBy: 'client' as const }
  const changes = serve({ payer: given })
  const { unmount } = await open()
  await screen.findByText(uiText('payer:agreement.given.client', { name: 'Ana', when: dateText('2026-11-02', 'en') }))
  await press(uiText('payer:agreement.withdraw'))
  await waitFor(() => expect(changes()).toEqual([{ path: 'payer/withdraw', id: clientId, payerId }]))
  unmount()
  serve({ payer: { ...insurer, kind: 'contact', contactId, name: 'Mira', isGuardianOfChild: true } })
  await open()
  await screen.findByText(uiText('payer:agreement.notNeeded', { payer: 'Mira' }))
  expect(screen.queryByRole('button', { name: uiText('payer:agreement.record') })).toBeNull()
})

test('the share of joint sessions can be an amount @slow', async () => {
  const changes = serve({ splits: [{ withId: benId, withName: 'Ben Klein', rule: 'even', amountMinor: null }] })
  await open()
  await press(uiText('payer:split.change', { name: 'Ben Klein' }))
  fireEvent.click(
    await screen.findByRole('radio', {
      name: uiText('payer:split.choice.one-amount', { name: 'Ana', other: 'Ben Klein' }),
    }),
  )
  submit()
  await screen.findByText(uiText('payer:split.amountMissing'))
  type(uiText('payer:split.amount'), '40')
  submit()
  await waitFor(() =>
    expect(changes()).toEqual([
      { path: 'payer/saveSplit', id: clientId, withId: benId, rule: 'one-amount', amountMinor: '4000' },
    ]),
  )
})

const mine: OwnPayer = {
  clientId,
  therapistName: 'Nora Lindqvist',
  payerId,
  kind: 'organization',
  name: 'Allianz',
  reference: 'P 1',
  isGuardianOfChild: false,
  agreedAt: '2026-11-02T11:00:00.000Z',
  agreedBy: 'therapist',
  withdrawnAt: null,
}

test('a client sees who pays and withdraws the agreement', async () => {
  const changes = serve({}, [mine])
  await open(<PayerAgreement />)
  await screen.findByText(uiText('payer:own.goTo', { therapist: 'Nora Lindqvist', payer: 'Allianz' }))
  await press(uiText('payer:own.withdraw'))
  await screen.findByText(uiText('payer:own.withdrawnToast'))
  expect(changes()).toEqual([{ path: 'payer/withdraw', id: clientId, payerId }])
})

test('a client agrees again, and reads whether the therapist chose another payer meanwhile', async () => {
  const changes = serve({}, [{ ...mine, withdrawnAt: '2026-11-05T11:00:00.000Z' }], () =>
    refusalResponse(409, 'CHANGED'),
  )
  await open(<PayerAgreement />)
  await screen.findByText(uiText('payer:own.withdrawn', { when: dateText('2026-11-05', 'en') }))
  await press(uiText('payer:own.agree'))
  await screen.findByText(uiText('payer:changed'))
  expect(changes()).toEqual([{ path: 'payer/agree', id: clientId, payerId, name: insurer.name }])
})
