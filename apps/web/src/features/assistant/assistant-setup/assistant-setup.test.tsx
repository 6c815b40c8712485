import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { emptyAssistantSetup as empty } from '../../../testing/assistant-setup.ts'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { AssistantSetupSection } from './AssistantSetupSection.tsx'

afterEach(() => vi.unstubAllGlobals())

const ready: AssistantSetup = {
  ...empty,
  version: 4,
  address: 'http://models.practice.lan:8080/v1',
  needsKey: false,
  model: 'a-model',
  provider: 'Models Ltd',
  providerCountry: 'IE',
  region: 'Frankfurt',
  contractText: 'Kept for 30 days',
  practiceCountry: 'DE',
  agreement: { type: 'processing', date: '2026-01-05', name: 'Ada Admin', statedAt: '2026-01-06T09:00:00.000Z' },
  missing: [],
}

type Answer = (input: Record<string, unknown>) => unknown
function serve(setup: AssistantSetup, answers: Record<string, Answer> = {}) {
  const own = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [`assistantSetup/${name}`, answer]))
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'admin', role: 'admin', email: 'ada@practice.test', need: null } }),
    'account/me': () => ({ id: 'admin', role: 'admin', language: 'en', zone: 'Europe/Berlin' }),
    'assistantSetup/get': () => setup,
    ...own,
  })
  return {
    of: (name: string) => inputsOf(`assistantSetup/${name}`),
  }
}
const text = (key: string, values?: Record<string, string>) => uiText(`assistantSetup:${key}` as never, values as never)
const powerSwitch = async () => (await screen.findByRole('switch', { name: text('title') })) as HTMLInputElement
const edit = (name: string, label = 'edit') => screen.getByRole('button', { name: `${text(label)}: ${text(name)}` })
const type = (dialog: HTMLElement, label: string, value: string) =>
  fireEvent.change(within(dialog).getByLabelText(text(label)), { target: { value } })

test('an assistant that is not set up is disabled, says what is missing and cannot be enabled [4.10]', async () => {
  serve(empty)
  await renderPage(<AssistantSetupSection />)
  expect((await powerSwitch()).disabled).toBe(true)
  expect(screen.getByText(text('disabled'))).toBeTruthy()
  const parts = empty.missing.map((part) => text(`part.${part}`)).join(', ')
  expect(screen.getByText(text('missing', { parts }))).toBeTruthy()
  expect(screen.getByText(text('nothingLeaves'))).toBeTruthy()
})

test('an admin enables and disables the assistant [1.14] [4.10]', async () => {
  const calls = serve(ready, {
    switchOn: () => ({ ...ready, isOn: true, version: 5 }),
    switchOff: () => ({ ...ready, version: 6 }),
  })
  await renderPage(<AssistantSetupSection />)
  fireEvent.click(await powerSwitch())
  await screen.findByText(text('enabled'))
  expect(calls.of('switchOn')).toEqual([{ version: 4 }])
  fireEvent.click(await powerSwitch())
  await screen.findByText(text('disabled'))
  expect(calls.of('switchOff')).toEqual([{}])
})

test('an address with a password is refused in the dialog, and another host is announced as the end of the agreement @slow', async () => {
  const calls = serve(ready, { save: (input) => ({ ...ready, ...input }) })
  await renderPage(<AssistantSetupSection />)
  await powerSwitch()
  fireEvent.click(edit('endpoint.name'))
  const dialog = await screen.findByRole('dialog')
  type(dialog, 'endpoint.address', 'https://user:secret@models.example/v1')
  fireEvent.click(within(dialog).getByRole('button', { name: text('endpoint.save') }))
  expect(await within(dialog).findByText(text('endpoint.with-credentials'))).toBeTruthy()
  expect(calls.of('save')).toEqual([])
  type(dialog, 'endpoint.address', 'https://models.example/v1')
  expect(within(dialog).getByText(text('endpoint.otherHost'))).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: text('endpoint.save') }))
  await waitFor(() =>
    expect(calls.of('save')).toMatchObject([
      { version: 4, address: 'https://models.example/v1', provider: 'Models Ltd' },
    ]),
  )
})

test('the key is sent once and never shown, and a key with a line break is refused @slow', async () => {
  const calls = serve(ready, { saveKey: () => ({ ...ready, keySavedAt: '2026-11-20T09:00:00.000Z' }) })
  await renderPage(<AssistantSetupSection />)
  await powerSwitch()
  fireEvent.click(edit('key.name', 'key.add'))
  const dialog = await screen.findByRole('dialog')
  type(dialog, 'key.name', 'two words')
  fireEvent.click(within(dialog).getByRole('button', { name: text('key.save') }))
  expect(await within(dialog).findByText(text('key.wrong'))).toBeTruthy()
  type(dialog, 'key.name', 'the-secret')
  fireEvent.click(within(dialog).getByRole('button', { name: text('key.save') }))
  await waitFor(() => expect(calls.of('saveKey')).toEqual([{ version: 4, key: 'the-secret' }]))
  await waitFor(() => expect(edit('key.name', 'key.replace')).toBeTruthy())
  expect(document.body.textContent).not.toContain('the-secret')
})

test('the model is chosen from the list of the endpoint @slow', async () => {
  const calls = serve(
    { ...ready, model: null, missing: ['model'] },
    {
      models: () => ({ models: ['a-model', 'b-model'], failure: null, missing: [] }),
      save: (input) => ({ ...ready, model: input.model }),
    },
  )
  await renderPage(<AssistantSetupSection />)
  fireEvent.click(await screen.findByRole('button', { name: text('model.load') }))
  const list = await screen.findByRole('combobox', { name: text('model.name') })
  fireEvent.change(list, { target: { value: 'b-model' } })
  await waitFor(() => expect(calls.of('save')).toMatchObject([{ model: 'b-model', version: 4 }]))
})

test('a check that is pressed while the model is being saved waits for it @slow', async () => {
  const saved = Promise.withResolvers<AssistantSetup>()
  const chosen = { ...ready, model: 'b-model' }
  const calls = serve(
    { ...ready, model: null, missing: ['model'] },
    {
      models: () => ({ models: ['a-model', 'b-model'], failure: null, missing: [] }),
      save: () => saved.promise,
      test: () => ({
        missing: [],
        setup: { ...chosen, check: { at: new Date().toISOString(), result: 'ok', milliseconds: 310 } },
      }),
    },
  )
  await renderPage(<AssistantSetupSection />)
  fireEvent.click(await screen.findByRole('button', { name: text('model.load') }))
  fireEvent.change(await screen.findByRole('combobox', { name: text('model.name') }), { target: { value: 'b-model' } })
  await waitFor(() => expect(calls.of('save')).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: text('connection.check') }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: text('connection.check') })).toHaveProperty('disabled', true),
  )
  expect(calls.of('test')).toEqual([])
  saved.resolve(chosen)
  expect(await screen.findByText(text('connection.reachable'))).toBeTruthy()
  expect(calls.of('test')).toHaveLength(1)
})

test('a check says how long the answer took, why it failed, or what is missing without a request @slow', async () => {
  const at = new Date().toISOString()
  const checks: AssistantSetup['check'][] = [
    { at, result: 'ok', milliseconds: 310 },
    { at, result: 'refused-key', milliseconds: 20 },
  ]
  serve(ready, {
    test: () => {
      const check = checks.shift()
      return check
        ? { missing: [], setup: { ...ready, check } }
        : { missing: ['model'], setup: { ...ready, check: null } }
    },
  })
  await renderPage(<AssistantSetupSection />)
  const check = await screen.findByRole('button', { name: text('connection.check') })
  fireEvent.click(check)
  expect(await screen.findByText(/310 ms/)).toBeTruthy()
  expect(screen.getByText(text('connection.reachable'))).toBeTruthy()
  await waitFor(() => expect((check as HTMLButtonElement).disabled).toBe(false))
  fireEvent.click(check)
  expect(await screen.findByText((content) => content.includes(text('result.refused-key')))).toBeTruthy()
  await waitFor(() => expect((check as HTMLButtonElement).disabled).toBe(false))
  fireEvent.click(check)
  expect(await screen.findByText(text('missingFirst', { parts: text('part.model') }))).toBeTruthy()
})

test('after another admin was faster, the current settings appear and what was typed can be saved @slow', async () => {
  const current = { ...ready, version: 9, provider: 'Someone else' }
  const saved: Record<string, unknown>[] = []
  serve(ready, {
    save: (input) => {
      saved.push(input)
      if (input.version !== 9) return refusalResponse(409, 'CHANGED', { current })
      return { ...current, ...input, version: 10 }
    },
  })
  await renderPage(<AssistantSetupSection />)
  await powerSwitch()
  fireEvent.click(edit('limits.name'))
  const dialog = await screen.findByRole('dialog')
  type(dialog, 'limits.seconds', '30')
  fireEvent.click(within(dialog).getByRole('button', { name: text('limits.save') }))
  expect(await within(dialog).findByText(text('problem.CHANGED'))).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: text('limits.save') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved.at(-1)).toMatchObject({ version: 9, provider: 'Someone else', timeoutSeconds: 30 })
})

test('an admin states an agreement, or that the practice runs the endpoint itself @slow', async () => {
  const calls = serve({ ...ready, agreement: null, missing: ['agreement'] }, { recordAgreement: () => ready })
  await renderPage(<AssistantSetupSection />)
  fireEvent.click(await screen.findByRole('button', { name: `${text('agreement.state')}: ${text('title')}` }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: text('agreement.save') }))
  expect(await within(dialog).findByText(text('agreement.nameMissing'))).toBeTruthy()
  expect(within(dialog).getByText(text('agreement.text.processing', { provider: 'Models Ltd' }))).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('radio', { name: text('agreement.byPractice') }))
  expect(within(dialog).getByText(text('agreement.text.own'))).toBeTruthy()
  type(dialog, 'agreement.statedBy', 'Ada Admin')
  expect(calls.of('recordAgreement')).toEqual([])
})
