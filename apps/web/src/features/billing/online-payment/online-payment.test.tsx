import type { OnlinePaymentSetup } from '@attune/contract/features/billing/online-payment/online-payment'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { resetToasts } from '../../../ui/toast/toast.ts'
import Toasts from '../../../ui/toast/Toasts.tsx'
import { samplePayment } from '../payment/payment.testing.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../schedule/session/session.testing.ts'
import { OnlineDifference, OnlinePaymentSettings, OnlineReturn, PayOnline } from './online-payment.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  resetToasts()
})

async function show(
  role: 'client' | 'therapist',
  what: React.ReactNode,
  answers: Parameters<typeof mockServer>[0],
  path = '/',
) {
  const { inputsOf } = mockServer({ ...signedInAnswers(role), ...answers })
  const page = await renderPage(what, path)
  return { ...page, sent: inputsOf }
}

const key = `rk_live_${'5'.repeat(24)}`
const setup = (part: Partial<OnlinePaymentSetup> = {}): OnlinePaymentSetup => ({
  isOn: false,
  keySavedAt: null,
  isTest: false,
  keyRefusedAt: null,
  isReadable: true,
  hookAddress: 'https://practice.example/hooks/stripe/1/2',
  secretSavedAt: null,
  ...part,
})
const withKey = (part: Partial<OnlinePaymentSetup> = {}) =>
  setup({ keySavedAt: '2026-11-20T10:00:00.000Z', isOn: true, ...part })
const settings = (saved: OnlinePaymentSetup, answers: Parameters<typeof mockServer>[0] = {}) =>
  show('therapist', <OnlinePaymentSettings />, { 'onlinePayment/setup': () => saved, ...answers })
const onSwitch = () => screen.findByRole<HTMLInputElement>('switch')
const button = (name: Parameters<typeof uiText>[0]) => screen.findByRole('button', { name: uiText(name) })

test('it is off and cannot be switched on before a key was entered @slow', async () => {
  await settings(setup())
  const toggle = await onSwitch()
  expect([toggle.checked, toggle.disabled]).toEqual([false, true])
  expect(screen.getByText(uiText('onlinePayment:key.none'))).toBeTruthy()
  expect(screen.queryByText(uiText('onlinePayment:hook.label'))).toBeNull()
})

test('a key is checked before it is saved, and then online payment can be switched on @slow', async () => {
  const { sent } = await settings(setup(), {
    'onlinePayment/saveKey': () => withKey({ isOn: false }),
    'onlinePayment/setOn': () => withKey(),
  })
  fireEvent.click(await button('onlinePayment:key.enter'))
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByLabelText(uiText('onlinePayment:key.label'))
  const submit = dialog.getByRole('button', { name: uiText('onlinePayment:key.submit') })
  fireEvent.change(field, { target: { value: `sk_live_${'5'.repeat(24)}` } })
  fireEvent.click(submit)
  expect(await dialog.findByText(uiText('onlinePayment:key.notRestricted'))).toBeTruthy()
  fireEvent.change(field, { target: { value: 'rk_live_' } })
  expect(await dialog.findByText(uiText('onlinePayment:key.wrong'))).toBeTruthy()
  expect(sent('onlinePayment/saveKey')).toEqual([])
  fireEvent.change(field, { target: { value: ` ${key} ` } })
  fireEvent.click(submit)
  await expect.poll(() => sent('onlinePayment/saveKey')).toEqual([{ key }])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(document.body.textContent).not.toContain(key)
  fireEvent.click(await onSwitch())
  await expect.poll(() => sent('onlinePayment/setOn')).toEqual([{ on: true }])
  await expect.poll(async () => (await onSwitch()).checked).toBe(true)
})

test('a key that lacks permissions is refused with their names, and stays in the dialog @slow', async () => {
  await settings(setup(), {
    'onlinePayment/saveKey': () => refusalResponse(409, 'KEY_LACKS', { missing: ['checkout', 'refunds'] }),
  })
  fireEvent.click(await button('onlinePayment:key.enter'))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(uiText('onlinePayment:key.label')), { target: { value: key } })
  fireEvent.click(dialog.getByRole('button', { name: uiText('onlinePayment:key.submit') }))
  const missing = (['checkout', 'refunds'] as const).map((one) => uiText(`onlinePayment:permission.${one}`)).join(', ')
  expect(await dialog.findByText(uiText('onlinePayment:refused.KEY_LACKS', { missing }))).toBeTruthy()
})

test('a test key is refused with what to do, and stays in the dialog @slow', async () => {
  await settings(setup(), { 'onlinePayment/saveKey': () => refusalResponse(409, 'TEST_KEY') })
  fireEvent.click(await button('onlinePayment:key.enter'))
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByLabelText(uiText('onlinePayment:key.label'))
  fireEvent.change(field, { target: { value: key.replace('live', 'test') } })
  fireEvent.click(dialog.getByRole('button', { name: uiText('onlinePayment:key.submit') }))
  expect(await dialog.findByText(uiText('onlinePayment:refused.TEST_KEY'))).toBeTruthy()
})

test('the settings say that the provider refuses the key, that it cannot be read, and that it is one for tests @slow', async () => {
  const title = uiText('onlinePayment:keyRefused.title', { provider: 'Stripe' })
  for (const [saved, text] of [
    [withKey({ keyRefusedAt: '2026-11-21T10:00:00.000Z' }), title],
    [withKey({ isReadable: false }), uiText('onlinePayment:unreadable')],
    [withKey({ isTest: true }), uiText('onlinePayment:testKey')],
    [withKey({ isTest: true, isOn: false }), uiText('onlinePayment:testKey')],
  ] as const) {
    const { unmount } = await settings(saved)
    expect(await screen.findByText(text)).toBeTruthy()
    unmount()
  }
})

test('the address of the webhook is shown, and its secret is saved or removed @slow', async () => {
  const saved = withKey({ secretSavedAt: '2026-11-20T10:00:00.000Z' })
  const { sent } = await settings(saved, { 'onlinePayment/saveSecret': () => withKey() })
  expect(await screen.findByText(saved.hookAddress)).toBeTruthy()
  fireEvent.click(await button('onlinePayment:hook.replace'))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(uiText('onlinePayment:hook.secret')), { target: { value: 'secret' } })
  fireEvent.click(dialog.getByRole('button', { name: uiText('onlinePayment:hook.submit') }))
  expect(await dialog.findByText(uiText('onlinePayment:hook.wrong'))).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: uiText('onlinePayment:hook.remove') }))
  await expect.poll(() => sent('onlinePayment/saveSecret')).toEqual([{ secret: null }])
  expect(await screen.findByText(uiText('onlinePayment:hook.none'))).toBeTruthy()
})

test('removing the key asks first @slow', async () => {
  const { sent } = await settings(withKey(), { 'onlinePayment/remove': () => setup() })
  fireEvent.click(await button('onlinePayment:key.remove'))
  const dialog = within(await screen.findByRole('dialog'))
  expect(sent('onlinePayment/remove')).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: uiText('onlinePayment:remove.submit') }))
  expect(await screen.findByText(uiText('onlinePayment:key.none'))).toBeTruthy()
})

const pay = (state: string, answers: Parameters<typeof mockServer>[0] = {}) =>
  show('client', <PayOnline invoiceId={sampleId} />, { 'onlinePayment/offer': () => ({ state }), ...answers })

test('a client is offered nothing while online payment is off', async () => {
  const { sent } = await pay('off')
  await expect.poll(() => sent('onlinePayment/offer')).toEqual([{ invoiceId: sampleId }])
  expect(screen.queryByRole('button')).toBeNull()
})

test('‘Pay online’ leaves for the page of the provider, and no script of the provider is loaded', async () => {
  const assign = vi.fn()
  const url = 'https://checkout.stripe.com/c/pay/cs_1'
  await pay('ready', { 'onlinePayment/start': () => ({ url }) })
  vi.stubGlobal('location', { ...location, assign })
  fireEvent.click(await button('onlinePayment:pay.action'))
  await expect.poll(() => assign.mock.calls).toEqual([[url]])
  expect([...document.scripts, ...document.querySelectorAll('iframe')]).toEqual([])
})

test('a page that could not be opened says that nothing was paid, and the next try works', async () => {
  const assign = vi.fn()
  let fails = true
  await pay('ready', {
    'onlinePayment/start': () => (fails ? refusalResponse(409, 'PROVIDER_FAILED') : { url: 'https://pay.example' }),
  })
  vi.stubGlobal('location', { ...location, assign })
  fireEvent.click(await button('onlinePayment:pay.action'))
  expect(await screen.findByText(uiText('onlinePayment:pay.refused.PROVIDER_FAILED'))).toBeTruthy()
  fails = false
  fireEvent.click(await button('onlinePayment:pay.action'))
  await expect.poll(() => assign.mock.calls).toHaveLength(1)
})

test('a key that was revoked meanwhile takes the button away and says how to pay', async () => {
  const states = ['ready', 'off']
  await pay('', {
    'onlinePayment/offer': () => ({ state: states.length > 1 ? states.shift() : states[0] }),
    'onlinePayment/start': () => refusalResponse(409, 'NOT_ON'),
  })
  fireEvent.click(await button('onlinePayment:pay.action'))
  expect(await screen.findByText(uiText('onlinePayment:pay.refused.NOT_ON'))).toBeTruthy()
  await expect.poll(() => screen.queryByRole('button')).toBeNull()
})

test('while money is on its way there is no button', async () => {
  await pay('processing')
  expect(await screen.findByText(uiText('onlinePayment:pay.processing'))).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

const returning = (answer: () => unknown, path = '/?paid=1') =>
  show(
    'client',
    <>
      <OnlineReturn invoiceId={sampleId} />
      <Toasts />
    </>,
    { 'onlinePayment/check': answer },
    path,
  )

test('a client who returns sees that the payment was received, and a reload does not ask again', async () => {
  const { router, sent } = await returning(() => ({ state: 'paid' }))
  expect(await screen.findByText(uiText('onlinePayment:return.paid'))).toBeTruthy()
  await expect.poll(() => router.state.location.href).toBe('/')
  expect(sent('onlinePayment/check')).toEqual([{ invoiceId: sampleId }])
})

test('a client who has not paid yet, or whose payment could not be asked for, can check again', async () => {
  const answers = [
    () => refusalResponse(409, 'PROVIDER_FAILED'),
    () => ({ state: 'none' }),
    () => ({ state: 'processing' }),
  ]
  await returning(() => (answers.shift() ?? (() => null))())
  const provider = 'Stripe'
  expect(await screen.findByText(uiText('onlinePayment:return.failed', { provider }))).toBeTruthy()
  fireEvent.click(await button('onlinePayment:return.again'))
  expect(await screen.findByText(uiText('onlinePayment:return.none', { provider }))).toBeTruthy()
  fireEvent.click(await button('onlinePayment:return.again'))
  expect(await screen.findByText(uiText('onlinePayment:pay.processing'))).toBeTruthy()
})

test('nothing is asked of the provider on any other visit', async () => {
  const { sent } = await returning(() => ({ state: 'paid' }), '/')
  expect(sent('onlinePayment/check')).toEqual([])
})

test('a payment that differs from what was requested shows what was requested', async () => {
  const items = [{ paymentId: otherSampleId, requestedMinor: '9500', currency: 'EUR' }]
  const payment = samplePayment({ method: 'provider' })
  const { sent } = await show(
    'therapist',
    <>
      <OnlineDifference invoiceId={sampleId} payment={payment} />
      <OnlineDifference invoiceId={sampleId} payment={{ ...payment, id: sampleId }} />
    </>,
    { 'onlinePayment/differences': () => ({ items }) },
  )
  expect(await screen.findAllByText(uiText('onlinePayment:difference', { amount: '€95.00' }))).toHaveLength(1)
  expect(sent('onlinePayment/differences')).toHaveLength(1)
})

test('payments by other methods ask for no difference', async () => {
  const { sent } = await show('therapist', <OnlineDifference invoiceId={sampleId} payment={samplePayment()} />, {})
  expect(sent('onlinePayment/differences')).toEqual([])
})
