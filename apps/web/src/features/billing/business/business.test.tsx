import type { EnteredBusiness, OwnBusiness } from '@attune/contract/features/billing/business/business'
import { businessLimits, businessProblems } from '@attune/contract/features/billing/business/business.rules'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drafts } from '../../../platform/draft/drafts.ts'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../testing/ui-text.ts'
import { resetToasts } from '../../../ui/toast/toast.ts'
import {
  BusinessSettings,
  InvoiceSettings,
  PaymentReminderSettings,
  PaymentSettings,
  TaxSettings,
} from './BusinessSettings.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  resetToasts()
  for (const page of ['business', 'tax', 'invoices', 'payment-reminders']) {
    const left = drafts.versions(`business-${page}`).map(({ writer }) => writer)
    drafts.discard(`business-${page}`, left)
  }
})

const empty: EnteredBusiness = {
  name: '',
  taxId: '',
  vatId: '',
  email: '',
  phone: '',
  street: '',
  postalCode: '',
  city: '',
  region: '',
  bankName: '',
  accountName: '',
  iban: '',
  bic: '',
  routingNumber: '',
  accountNumber: '',
  siret: '',
  rpps: '',
  npi: '',
  license: '',
  footer: '',
  taxReason: '',
  taxRateBp: 0,
  country: null,
  language: null,
  taxProfile: null,
  currency: null,
  remindAfterDays: null,
  dueDays: 14,
  lateFees: false,
  cancelFee: 'damages',
  personShown: 'name',
  firstNumber: 1,
  withholdingBp: 0,
  withholdingFrom: null,
  latePenaltyBp: null,
  earlyPayment: '',
  isSoleTrader: false,
}
const own = (fields: Partial<EnteredBusiness>, part: Partial<OwnBusiness> = {}): OwnBusiness => {
  const all = { ...empty, ...fields }
  return {
    fields: all,
    isOn: false,
    logoSha: null,
    version: 4,
    year: 2026,
    numbersBegun: false,
    problems: businessProblems(all),
    ...part,
  }
}
const complete: Partial<EnteredBusiness> = {
  name: 'Praxis Lindqvist',
  country: 'DE',
  taxId: '29/815/08150',
  street: 'Lange Str. 1',
  postalCode: '10115',
  city: 'Berlin',
  iban: 'DE89370400440532013000',
}

type SaveInput = { version: number; fields: EnteredBusiness }
function server(saved: OwnBusiness, answers: Parameters<typeof mockServer>[0] = {}) {
  const { calls } = mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', language: 'en', zone: 'Europe/Berlin' }),
    'business/own': () => saved,
    'business/access': () => ({ open: false, reason: 'incomplete' }),
    'business/save': ({ version, fields }: SaveInput) => own(fields, { version: version + 1 }),
    'payment/reminderTexts': () => ({ items: [] }),
    'onlinePayment/setup': () => null,
    'business/setOn': ({ on }: { on: boolean }) => ({ ...saved, isOn: on }),
    ...answers,
  })
  return (name: string) =>
    calls.filter(({ path }) => path === `business/${name}`).map(({ input }) => input as SaveInput)
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const save = () => press(uiText('settings:form.save'))

test('the settings have the fields of a business in its country with these labels [3.11] @slow', async () => {
  const sent = server(own({}))
  await renderPage(<BusinessSettings />)
  await screen.findByLabelText('Business name')
  const labels = ['Business name', 'Tax ID', 'VAT ID', 'Email', 'Bank name', 'Account name', 'IBAN', 'SWIFT/BIC']
  const values = [
    'Praxis',
    '29/815',
    'DE123456789',
    'a@example.org',
    'Sparkasse',
    'Nora',
    'DE89 3704 0044 0532 0130 00',
    'COBADEFF',
  ]
  labels.forEach((label, at) => type(label, values[at] ?? ''))
  save()
  await waitFor(() => expect(sent('save')).toHaveLength(1))
  expect(sent('save')[0]).toMatchObject({
    version: 4,
    fields: {
      name: 'Praxis',
      taxId: '29/815',
      vatId: 'DE123456789',
      email: 'a@example.org',
      bankName: 'Sparkasse',
      accountName: 'Nora',
      iban: 'DE89 3704 0044 0532 0130 00',
      bic: 'COBADEFF',
    },
  })
  type(uiText('business:field.country'), 'US')
  expect(screen.queryByLabelText('IBAN')).toBeNull()
  expect(screen.queryByLabelText('VAT ID')).toBeNull()
  for (const name of ['routingNumber', 'accountNumber', 'ein', 'npi', 'license'] as const)
    expect(screen.getByLabelText(uiText(`business:field.${name}`))).toBeTruthy()
})

test('a wrong check digit is named at the IBAN, a country with an own system is refused with the reason, and nothing is sent @slow', async () => {
  const sent = server(own(complete))
  await renderPage(<BusinessSettings />)
  const iban = await screen.findByLabelText(uiText('business:field.iban'))
  expect(iban).toHaveProperty('value', 'DE89 3704 0044 0532 0130 00')
  fireEvent.change(iban, { target: { value: 'DE89 3704 0044 0532 0130 01' } })
  fireEvent.blur(iban)
  await screen.findByText(uiText('business:problem.iban.check-digits'))
  for (const country of ['IT', 'PT'] as const) {
    type(uiText('business:field.country'), country)
    await screen.findByText(uiText(`business:unsupported.${country}`))
  }
  save()
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'))
  expect(sent('save')).toEqual([])
})

test('Payments lists what is missing and can be switched on once it is saved @slow', async () => {
  const sent = server(own({ ...complete, name: '', city: '' }))
  await renderPage(
    <>
      <PaymentSettings />
      <BusinessSettings />
    </>,
  )
  const toggle = () => screen.getByRole('switch', { name: uiTextPattern('business:payments.label') })
  await screen.findByText(uiText('business:payments.missing'))
  const missing = within(screen.getAllByRole('status')[0] as HTMLElement).getAllByRole('listitem')
  expect(missing.map((item) => item.textContent)).toEqual([
    uiText('business:requirement.name'),
    uiText('business:requirement.city'),
  ])
  expect(toggle()).toHaveProperty('disabled', true)
  type(uiText('business:field.name'), 'Praxis')
  type(uiText('business:field.city'), 'Berlin')
  const link = screen.getByRole('link', { name: uiText('business:payments.enter') })
  expect(link.getAttribute('href')).toBe('/dashboard/therapist/settings/business')
  save()
  await waitFor(() => expect(toggle()).toHaveProperty('disabled', false))
  fireEvent.click(toggle())
  await waitFor(() => expect(sent('setOn')).toEqual([{ on: true }]))
})

test('settings that another page saved meanwhile are offered, and what was typed stays until it is saved over them @slow', async () => {
  const theirs = own({ ...complete, name: 'Praxis Nord' }, { version: 5 })
  const sent = server(own(complete), {
    'business/save': ({ version, fields }: SaveInput) =>
      version === 4 ? refusalResponse(409, 'CHANGED', theirs) : own(fields, { version: 6 }),
  })
  await renderPage(<BusinessSettings />)
  const name = await screen.findByLabelText(uiText('business:field.name'))
  fireEvent.change(name, { target: { value: 'Praxis Süd' } })
  save()
  await screen.findByText(uiText('versionConflict:title'))
  expect(name).toHaveProperty('value', 'Praxis Süd')
  press(uiText('versionConflict:keepMine'))
  await waitFor(() => expect(sent('save').map(({ version }) => version)).toEqual([4, 5]))
  await waitFor(() => expect(screen.queryByText(uiText('settings:form.unsaved'))).toBeNull())
  expect(name).toHaveProperty('value', 'Praxis Süd')
})

test('a country names the systems that its invoices need, and another one that its law is unknown @slow', async () => {
  server(own({}))
  await renderPage(<BusinessSettings />)
  await screen.findByLabelText(uiText('business:field.country'))
  const choose = (country: string) => type(uiText('business:field.country'), country)
  choose('PL')
  await screen.findByText(uiText('invoiceDraft:missing.fields.payer.system.ksef'))
  choose('BR')
  await screen.findByText(uiText('invoiceDraft:missing.fields.business.unknown-country'))
  choose('DE')
  await waitFor(() =>
    expect(screen.queryByText(uiText('invoiceDraft:missing.fields.business.unknown-country'))).toBeNull(),
  )
})

test('the tax profiles are those of the country, each with its sentence and its editable reason @slow', async () => {
  const sent = server(own(complete))
  await renderPage(<TaxSettings />)
  const profile = await screen.findByLabelText(uiText('businessTax:profile'))
  expect(within(profile).getAllByRole('option')).toHaveLength(3)
  expect(screen.getByText(uiText('businessTax:profiles.de-exempt.hint'))).toBeTruthy()
  const reason = screen.getByLabelText(uiText('businessTax:reason'))
  expect(reason.getAttribute('placeholder')).toContain('§ 4 Nr. 14 UStG')
  fireEvent.change(profile, { target: { value: 'de-small' } })
  expect(screen.getByText(uiText('businessTax:profiles.de-small.hint'))).toBeTruthy()
  type(uiText('businessTax:reason'), 'Kleinunternehmerin nach § 19 UStG')
  save()
  await waitFor(() => expect(sent('save')).toHaveLength(1))
  expect(sent('save')[0]?.fields).toMatchObject({
    taxProfile: 'de-small',
    taxReason: 'Kleinunternehmerin nach § 19 UStG',
  })
})

test('in Spain, the rate of withheld income tax is saved with the day from which it holds; elsewhere there is none @slow', async () => {
  const label = uiText('businessTax:withholding.label')
  const year = new Date().getFullYear() + 5
  const sent = server(own({ ...complete, country: 'ES' }))
  const { unmount } = await renderPage(<TaxSettings />)
  fireEvent.change(await screen.findByLabelText(label), { target: { value: '1500' } })
  type(uiText('businessTax:withholding.from'), `2/1/${year}`)
  fireEvent.blur(screen.getByLabelText(uiText('businessTax:withholding.from')))
  save()
  await waitFor(() => expect(sent('save')).toHaveLength(1))
  expect(sent('save')[0]?.fields).toMatchObject({
    withholdingBp: 1500,
    withholdingFrom: expect.stringMatching(`^${year}-`),
  })
  unmount()
  server(own(complete))
  await renderPage(<TaxSettings />)
  await screen.findByLabelText(uiText('businessTax:profile'))
  expect(screen.queryByLabelText(label)).toBeNull()
})

test('in France, the terms of late payment and the sole trader are saved; a rate of 0 is refused, an empty one is that of the law @slow', async () => {
  const sent = server(own({ ...complete, country: 'FR' }))
  await renderPage(<InvoiceSettings />)
  const rate = uiText('business:french.rate')
  type(await screen.findByLabelText(rate).then(() => rate), '0')
  save()
  expect(await screen.findByText(uiText('business:french.rateProblem'))).toBeTruthy()
  expect(sent('save')).toEqual([])
  type(rate, '')
  type(uiText('business:french.early'), '2 % sous 8 jours')
  fireEvent.click(screen.getByRole('switch', { name: uiTextPattern('business:french.sole') }))
  save()
  await waitFor(() => expect(sent('save')).toHaveLength(1))
  const terms = { latePenaltyBp: null, earlyPayment: '2 % sous 8 jours', isSoleTrader: true }
  expect(sent('save')[0]?.fields).toMatchObject(terms)
})

test('in Switzerland, the tax ID of the business is its UID @slow', async () => {
  server(own({ ...complete, country: 'CH' }))
  await renderPage(<BusinessSettings />)
  expect(await screen.findByLabelText(uiText('business:field.uid'))).toBeTruthy()
  expect(screen.queryByLabelText(uiText('business:field.taxId'))).toBeNull()
})

test('the days after which a reminder is proposed are saved, from 1 on or never', async () => {
  const sent = server(own({ ...complete, remindAfterDays: 7 }))
  await renderPage(<PaymentReminderSettings />)
  const label = uiText('business:reminders.afterDays')
  expect((await screen.findByLabelText<HTMLInputElement>(label)).value).toBe('7')
  type(label, '0')
  save()
  expect(await screen.findByText(uiText('business:problem.remindAfterDays'))).toBeTruthy()
  expect(sent('save')).toEqual([])
  type(label, '')
  save()
  await waitFor(() => expect(sent('save')).toHaveLength(1))
  expect(sent('save')[0]?.fields.remindAfterDays).toBeNull()
})

test('a picture that is too large for a logo is refused before it is sent @slow', async () => {
  server(own(complete))
  const { container } = await renderPage(<InvoiceSettings />)
  await screen.findByRole('button', { name: uiText('business:logo.choose') })
  const large = new File([new Uint8Array(businessLimits.logoUploadBytes + 1)], 'logo.png', { type: 'image/png' })
  const input = container.querySelector('input[type=file]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [large] } })
  await screen.findByText(uiText('business:logo.problem.size'))
})
