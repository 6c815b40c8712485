import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import { templateVariables } from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { emptyAssistantSetup } from '../../../testing/assistant-setup.ts'
import { mockServer, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { ChannelPage, PushHostPage, TemplatePage } from './ChannelSections.tsx'

afterEach(() => vi.unstubAllGlobals())

const account = `AC${'1'.repeat(32)}`
const empty: ChannelSetup = {
  provider: 'Twilio',
  account: null,
  keySavedAt: null,
  isKeyReadable: true,
  nameInTexts: 'Attune',
  practiceCountry: null,
  allowedCountries: ['DE'],
  channels: [
    { channel: 'sms', isOn: false, carriesContent: false, missing: ['account', 'key', 'sender'] },
    { channel: 'whatsapp', isOn: false, carriesContent: false, missing: [] },
  ],
  senders: [],
  templates: [],
  agreement: null,
  incomingAddress: 'https://practice.example/hooks/twilio/incoming',
  pushHosts: ['fcm.googleapis.com'],
  therapists: [{ id: 'nora', name: 'Nora Lindqvist' }],
}

function serve({ result = 'accepted', setup = empty } = {}) {
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'admin', role: 'admin', email: 'ada@practice.test', need: null } }),
    'account/me': () => ({ id: 'admin', role: 'admin', language: 'en', zone: 'Europe/Berlin' }),
    'assistantSetup/get': () => emptyAssistantSetup,
    'channelSetup/get': () => setup,
    'textMessage/practiceTotals': () => ({ items: [], unknown: { count: 0, latestAt: null } }),
    'channelSetup/saveAccount': () => ({ ...empty, account, keySavedAt: '2026-11-20T09:00:00.000Z' }),
    'channelSetup/saveTemplate': () => setup,
    'channelSetup/sendTest': () => ({ result }),
    'channelSetup/savePushHosts': ({ hosts }: { hosts: string[] }) => ({ ...empty, pushHosts: hosts }),
  })
  return { of: inputsOf }
}
const text = (key: string, values?: Record<string, string>) => uiText(`channelSetup:${key}` as never, values as never)

test('a channel that is not set up cannot be switched on, and content needs the agreement', async () => {
  serve()
  await renderPage(<ChannelPage />)
  const sms = await screen.findByRole('switch', { name: 'SMS' })
  expect((sms as HTMLInputElement).disabled).toBe(true)
  expect((screen.getByRole('switch', { name: 'WhatsApp' }) as HTMLInputElement).disabled).toBe(false)
  const content = screen.getByRole('switch', { name: text('content', { channel: 'WhatsApp' }) })
  expect((content as HTMLInputElement).disabled).toBe(true)
  expect(screen.getAllByText(text('contentLocked'))).toHaveLength(2)
})

test('the key is sent once and never shown @slow', async () => {
  const calls = serve()
  await renderPage(<ChannelPage />)
  fireEvent.click(await screen.findByRole('button', { name: text('account.add') }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(text('account.label')), { target: { value: account } })
  fireEvent.change(within(dialog).getByLabelText(text('key.label')), { target: { value: 'the-secret' } })
  fireEvent.click(within(dialog).getByRole('button', { name: text('account.save') }))
  await waitFor(() => expect(calls.of('channelSetup/saveAccount')).toEqual([{ account, key: 'the-secret' }]))
  expect(await screen.findByText(account)).toBeTruthy()
  expect(document.body.textContent).not.toContain('the-secret')
})

test('a test shows what the provider answered in plain words @slow', async () => {
  const calls = serve({ result: 'not-mobile' })
  await renderPage(<ChannelPage />)
  const open = (await screen.findAllByRole('button', { name: text('test.open') }))[1] as HTMLElement
  fireEvent.click(open)
  const dialog = await screen.findByRole('dialog')
  const submit = within(dialog).getByRole('button', { name: text('test.submit') })
  fireEvent.click(submit)
  expect(await within(dialog).findByText(text('number.wrong'))).toBeTruthy()
  fireEvent.change(within(dialog).getByLabelText(text('test.to')), { target: { value: '+49 170 1234567' } })
  fireEvent.click(submit)
  expect(await within(dialog).findByText(text('result.not-mobile'))).toBeTruthy()
  expect(calls.of('channelSetup/sendTest')).toEqual([{ channel: 'whatsapp', to: '+49 170 1234567' }])
})

test('a push host is added to the list, and an address is refused', async () => {
  const calls = serve()
  await renderPage(<PushHostPage />)
  const field = await screen.findByLabelText(text('push.host'))
  const add = screen.getByRole('button', { name: text('push.add') })
  fireEvent.change(field, { target: { value: 'https://push.example.org' } })
  fireEvent.click(add)
  expect(await screen.findByText(text('push.wrong'))).toBeTruthy()
  fireEvent.change(field, { target: { value: 'push.example.org' } })
  fireEvent.click(add)
  expect(await screen.findByRole('button', { name: text('removeOf', { name: 'push.example.org' }) })).toBeTruthy()
  expect(calls.of('channelSetup/savePushHosts')).toEqual([{ hosts: ['fcm.googleapis.com', 'push.example.org'] }])
})

test('a template that Attune cannot fill is not saved, or is shown as unusable @slow', async () => {
  const old = {
    id: 'a',
    name: 'Old',
    language: 'en' as const,
    text: 'Hi {{1}} {{3}}',
    templateId: `HX${'1'.repeat(32)}`,
  }
  const calls = serve({ setup: { ...empty, templates: [old] } })
  await renderPage(<TemplatePage />)
  await screen.findByText(text('template.notOffered', { ...templateVariables, variables: '{{3}}' }))
  fireEvent.click(screen.getByRole('button', { name: text('template.add') }))
  const dialog = within(await screen.findByRole('dialog'))
  const type = (key: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(text(`template.${key}`)), { target: { value } })
  type('name', 'Reply')
  type('id', `HX${'2'.repeat(32)}`)
  type('text', '{{1}}: {{session}}, {{4}}')
  dialog.getByText(text('template.unknown', { ...templateVariables, variables: '{{session}}, {{4}}' }))
  const submit = dialog.getByRole('button', { name: text('template.add') })
  fireEvent.click(submit)
  type('text', '{{1}}: please reply.')
  fireEvent.click(submit)
  await waitFor(() => expect(calls.of('channelSetup/saveTemplate')).toMatchObject([{ text: '{{1}}: please reply.' }]))
})
