import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import { NotificationSettingsForm } from './NotificationSettingsForm.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

function serve(answers: Parameters<typeof mockServer>[0]) {
  const { inputsOf } = mockServer({ 'push/browsers': () => ({ items: [] }), ...answers })
  return { of: inputsOf }
}

const switchOf = (column: 'mail' | 'push', kind: string) =>
  uiText('security:notices.channelOf', { channel: uiText(`security:notices.${column}`), kind })
const openGroup = async () =>
  fireEvent.click(await screen.findByRole('button', { name: uiText('notification:settings.groups.sessions') }))
const settings = {
  quiet: null,
  mail: { 'session-planned': true, 'session-moved': false },
  push: { 'session-planned': true, 'session-moved': false },
  pausedUntil: null,
}

test('switching one notification type sends only that type @slow', async () => {
  let kept: typeof settings & { quiet: unknown } = settings
  const calls = serve({
    'account/notificationSettings': () => kept,
    'account/saveNotificationSettings': (change: { mail: object; quiet: null }) => {
      kept = { ...kept, quiet: change.quiet, mail: { ...kept.mail, ...change.mail } }
      return kept
    },
  })
  await renderPage(<NotificationSettingsForm />)
  await openGroup()
  const moved = await screen.findByRole<HTMLInputElement>('switch', {
    name: switchOf('mail', uiText('security:notices.kinds.session-moved')),
  })
  expect(moved.checked).toBe(false)
  fireEvent.click(moved)
  expect(await screen.findByText(uiText('common:outcome.saved'))).toBeTruthy()
  expect(moved.checked).toBe(true)
  expect(calls.of('account/saveNotificationSettings')).toEqual([{ quiet: null, mail: { 'session-moved': true } }])
  expect(
    screen.getByRole<HTMLInputElement>('switch', {
      name: switchOf('mail', uiText('security:notices.kinds.session-planned')),
    }).checked,
  ).toBe(true)
})

test('notification types are grouped in a table with one column per channel @slow', async () => {
  const mail = { 'task-due': true, 'session-moved': false, 'session-planned': true, 'entry-replied': true }
  serve({ 'account/notificationSettings': () => ({ ...settings, mail }) })
  await renderPage(<NotificationSettingsForm />)
  await openGroup()
  await screen.findByRole('table')
  const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(columns).toEqual([
    uiText('notification:settings.type'),
    uiText('notification:settings.app'),
    uiText('security:notices.mail'),
    uiText('security:notices.push'),
  ])
  const rows = screen.getAllByRole('row').map((row) => row.querySelector('th')?.textContent)
  expect(rows.slice(1)).toEqual([
    `${uiText('notification:settings.groups.sessions')}${uiText('notification:settings.partial')}`,
    uiText('security:notices.kinds.session-planned'),
    uiText('security:notices.kinds.session-moved'),
    uiText('security:notices.kinds.task-due'),
    uiText('security:notices.kinds.entry-replied'),
  ])
  // The other three are quiet hours, pause, and push in this browser.
  await waitFor(() => expect(screen.getAllByRole('switch')).toHaveLength(2 * 5 + 3))
})

test('requests are a group of their own for a therapist and part of the sessions for a client @slow', async () => {
  const mail = { 'session-moved': true, 'change-accepted': true }
  const groups = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('th')?.textContent)
  const kind = (name: keyof typeof mail) => uiText(`security:notices.kinds.${name}`)
  serve({ 'account/notificationSettings': () => ({ ...settings, mail }) })
  const { unmount } = await renderPage(<NotificationSettingsForm />)
  await screen.findByRole('table')
  expect(groups()).toEqual([kind('session-moved'), kind('change-accepted')])
  unmount()

  serve({
    'account/notificationSettings': () => ({ ...settings, mail, text: {} }),
    'consent/list': () => ({ items: [] }),
  })
  await renderPage(<NotificationSettingsForm />)
  await screen.findByRole('table')
  expect(groups()).toHaveLength(1)
  expect(groups()[0]).toContain(uiText('notification:settings.groups.sessions'))
})

test('the switch of a group changes all of its types at once @slow', async () => {
  const calls = serve({
    'account/notificationSettings': () => settings,
    'account/saveNotificationSettings': () => settings,
  })
  await renderPage(<NotificationSettingsForm />)
  await waitFor(() => expect(screen.getAllByRole('switch')).toHaveLength(2 + 3))
  fireEvent.click(
    screen.getByRole('switch', { name: switchOf('mail', uiText('notification:settings.groups.sessions')) }),
  )
  await waitFor(() =>
    expect(calls.of('account/saveNotificationSettings')).toEqual([
      { quiet: null, mail: { 'session-planned': true, 'session-moved': true } },
    ]),
  )
})

test('the push of one type is switched off without its emails @slow', async () => {
  const calls = serve({
    'account/notificationSettings': () => settings,
    'account/saveNotificationSettings': () => ({ ...settings, push: { ...settings.push, 'session-planned': false } }),
  })
  await renderPage(<NotificationSettingsForm />)
  await openGroup()
  const kind = uiText('security:notices.kinds.session-planned')
  const push = await screen.findByRole<HTMLInputElement>('switch', {
    name: switchOf('push', kind),
  })
  fireEvent.click(push)
  await waitFor(() => expect(push.checked).toBe(false))
  expect(calls.of('account/saveNotificationSettings')).toEqual([
    { quiet: null, mail: {}, push: { 'session-planned': false } },
  ])
  const mail = screen.getByRole<HTMLInputElement>('switch', { name: switchOf('mail', kind) })
  expect(mail.checked).toBe(true)
})

test('a pause shows until when it lasts, and can be ended', async () => {
  const pausedUntil = new Date(Date.now() + 24 * 60 * 60_000).toISOString()
  const calls = serve({
    'account/notificationSettings': () => settings,
    'account/pauseNotifications': ({ isPaused }: { isPaused: boolean }) => ({
      ...settings,
      pausedUntil: isPaused ? pausedUntil : null,
    }),
  })
  await renderPage(<NotificationSettingsForm />)
  const name = uiText('security:notices.pause')
  const pause = await screen.findByRole<HTMLInputElement>('switch', { name })
  fireEvent.click(pause)
  await screen.findByText(uiTextPattern('security:notices.pausedUntil'))
  await waitFor(() => expect([pause.checked, pause.disabled]).toEqual([true, false]))
  fireEvent.click(pause)
  await waitFor(() => expect(screen.queryByText(uiTextPattern('security:notices.pausedUntil'))).toBeNull())
  expect(calls.of('account/pauseNotifications')).toEqual([{ isPaused: true }, { isPaused: false }])
})

test('only a client’s account has a switch for discreet emails @slow', async () => {
  const calls = serve({
    'account/notificationSettings': () => ({ ...settings, discreet: false }),
    'account/saveNotificationSettings': () => ({ ...settings, discreet: true }),
  })
  const { unmount } = await renderPage(<NotificationSettingsForm />)
  const name = uiText('notification:settings.discreet')
  fireEvent.click(await screen.findByRole('switch', { name }))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name }).checked).toBe(true))
  expect(await screen.findByText(uiText('common:outcome.saved'))).toBeTruthy()
  expect(calls.of('account/saveNotificationSettings')).toEqual([{ quiet: null, mail: {}, discreet: true }])
  unmount()

  serve({ 'account/notificationSettings': () => settings })
  await renderPage(<NotificationSettingsForm />)
  await screen.findByRole('table')
  expect(screen.queryByRole('switch', { name })).toBeNull()
})

test('quiet hours default to 21:00 to 08:00 and are saved on blur when complete @slow', async () => {
  const calls = serve({
    'account/notificationSettings': () => settings,
    'account/saveNotificationSettings': (change: { quiet: object | null }) => ({ ...settings, quiet: change.quiet }),
  })
  await renderPage(<NotificationSettingsForm />)
  fireEvent.click(await screen.findByRole('switch', { name: uiText('security:notices.quiet') }))
  const from = await screen.findByLabelText(uiText('security:notices.from'))
  await waitFor(() => expect(calls.of('account/saveNotificationSettings')).toHaveLength(1))
  expect(calls.of('account/saveNotificationSettings')[0]).toEqual({ quiet: { from: '21:00', to: '08:00' }, mail: {} })
  fireEvent.change(from, { target: { value: '' } })
  fireEvent.blur(from)
  fireEvent.change(from, { target: { value: '08:00' } })
  fireEvent.blur(from)
  expect(calls.of('account/saveNotificationSettings')).toHaveLength(1)
  fireEvent.change(from, { target: { value: '22:30' } })
  fireEvent.blur(from)
  await waitFor(() => expect(calls.of('account/saveNotificationSettings')).toHaveLength(2))
  expect(calls.of('account/saveNotificationSettings')[1]).toEqual({ quiet: { from: '22:30', to: '08:00' }, mail: {} })
})

test('a switch that could not be saved returns to the saved value and shows an error @slow', async () => {
  serve({
    'account/notificationSettings': () => settings,
    'account/saveNotificationSettings': () => refusalResponse(400, 'BAD_REQUEST'),
  })
  await renderPage(<NotificationSettingsForm />)
  await openGroup()
  const planned = await screen.findByRole<HTMLInputElement>('switch', {
    name: switchOf('mail', uiText('security:notices.kinds.session-planned')),
  })
  fireEvent.click(planned)
  expect(await screen.findByText(uiText('common:outcome.notSaved'))).toBeTruthy()
  expect(planned.checked).toBe(true)
})

const textedSettings = { ...settings, text: { 'session-reminder': true, 'message-received': true } }
type Given = ('reminder' | 'notice')[]
/** Shows the settings of a client with one consent per therapist. */
async function showTexts(...therapists: { sms?: Given; whatsapp?: Given }[]) {
  const mail = { 'session-reminder': true, 'session-moved': true, 'message-received': true }
  const items = therapists.map((given) => ({
    mayGive: true,
    channels: (['sms', 'whatsapp'] as const).flatMap((channel) =>
      given[channel] ? [{ channel, given: given[channel] }] : [],
    ),
  }))
  const calls = serve({
    'account/notificationSettings': () => ({ ...textedSettings, mail }),
    'account/saveNotificationSettings': () => ({
      ...textedSettings,
      mail,
      text: { ...textedSettings.text, 'message-received': false },
    }),
    'consent/list': () => ({ items }),
  })
  await renderPage(<NotificationSettingsForm />)
  const table = await screen.findByRole('table')
  const [, , , , column] = within(table).getAllByRole('columnheader')
  await openGroup()
  const switches = table.querySelectorAll('tr[data-inner] [role=switch]')
  return { calls, column: column?.textContent, texts: switches.length - 2 * Object.keys(mail).length }
}

test('texts have switches only for the types to which the client consents, and a switch turns one type off @slow', async () => {
  const { calls, column, texts } = await showTexts({ sms: ['notice'] })
  expect([column, texts]).toEqual([uiText('notification:settings.texts.sms'), 1])
  const kind = uiText('security:notices.kinds.message-received')
  const text = screen.getByRole<HTMLInputElement>('switch', {
    name: uiText('security:notices.channelOf', { channel: uiText('notification:settings.texts.sms'), kind }),
  })
  expect(text.checked).toBe(true)
  fireEvent.click(text)
  expect(await screen.findByText(uiText('common:outcome.saved'))).toBeTruthy()
  expect(text.checked).toBe(false)
  expect(calls.of('account/saveNotificationSettings')).toEqual([
    { quiet: null, mail: {}, text: { 'message-received': false } },
  ])
  for (const key of ['quietHintTexts', 'pauseHintTexts'] as const)
    expect(screen.getByText(uiText(`security:notices.${key}`))).toBeTruthy()
})

test.each([
  ['no consent', [{ sms: [] }], undefined, 0, 'offerLink', false],
  ['reminders by SMS alone', [{ sms: ['reminder'] }], 'sms', 1, 'chosenLink', false],
  ['everything by SMS', [{ sms: ['reminder', 'notice'], whatsapp: ['notice'] }], 'sms', 2, null, false],
  ['everything by WhatsApp', [{ sms: [], whatsapp: ['reminder', 'notice'] }], 'whatsapp', 2, null, true],
  ['another channel per therapist', [{ sms: ['notice'] }, { whatsapp: ['notice'] }], 'both', 1, 'chosenLink', true],
  ['no channel', [{}], undefined, 0, null, false],
] as const)(
  'with %s the column, its switches and the link to the consent agree @slow',
  async (_, given, name, count, link, isLate) => {
    const { column, texts } = await showTexts(...(given as unknown as Parameters<typeof showTexts>))
    expect([column, texts]).toEqual([name && uiText(`notification:settings.texts.${name}`), count])
    const links = screen.queryAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(
      link ? [uiText(`notification:settings.texts.${link}`)] : [],
    )
    for (const one of links) expect(one.getAttribute('href')).toBe('/dashboard/client/settings/text-messages')
    expect(screen.queryByText(uiText('notification:settings.texts.window'), { exact: false }) !== null).toBe(isLate)
  },
)
