import type { SafetyPlan } from '@attune/contract/features/care/safety/safety'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drafts } from '../../../platform/draft/drafts.ts'
import { failureResponse, mockServer, renderPage, refusalResponse } from '../../../testing/render-page.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { ClientSafetyPlan } from './plan/ClientSafetyPlan.tsx'
import { EmergencyNumbers } from './EmergencyNumbers.tsx'
import { SafetyPlanForm } from './plan/SafetyPlanForm.tsx'
import { emergencyCountry, otherCountry, trimmedPlan } from './plan/plan.ts'
import { SafetyPlanView } from './plan/SafetyPlanView.tsx'
import { SafetyPlanSharing } from './plan/SafetyPlanSharing.tsx'
import { phoneHref } from '../../../ui/base/phone-href.ts'
import { uiText, uiTextPattern } from '../../../testing/ui-text.ts'

const plan: SafetyPlan = {
  warningSigns: ['I stop answering'],
  whatHelps: ['A walk'],
  people: [{ name: 'Ines', phone: '+49 30 123 45 67' }],
  professionals: [],
  country: null,
  version: 3,
  updatedAt: '2026-11-20T10:00:00.000Z',
  updatedBy: 'client',
}

function serve(answers: Parameters<typeof mockServer>[0] = {}) {
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'ana', role: 'client', need: null } }),
    'account/me': () => ({ id: 'ana', role: 'client', zone: 'Europe/Berlin' }),
    ...answers,
  })
  return inputsOf
}
beforeEach(() => serve())
afterEach(() => {
  vi.unstubAllGlobals()
  const left = drafts.versions('plan').map(({ writer }) => writer)
  drafts.discard('plan', left)
})

test('the emergency number, the country’s helplines and the person’s own contacts can be called with one tap', async () => {
  await renderPage(
    <>
      <EmergencyNumbers country="DE" />
      <SafetyPlanView plan={plan} />
    </>,
  )
  expect(screen.getByRole('link', { name: 'Call Emergency number 112: 112' }).getAttribute('href')).toBe('tel:112')
  expect(screen.getByRole('link', { name: 'Call TelefonSeelsorge: 0800 1110111' }).getAttribute('href')).toBe(
    'tel:08001110111',
  )
  expect(screen.getByRole('link', { name: 'Call Ines: +49 30 123 45 67' }).getAttribute('href')).toBe(
    'tel:+49301234567',
  )
})

test('a helpline can be written to, and says for whom it is and when it answers', async () => {
  const gb = await renderPage(<EmergencyNumbers country="GB" />)
  expect(screen.getByRole('link', { name: 'Write to Shout: 85258' }).getAttribute('href')).toBe('sms:85258?body=SHOUT')
  expect(screen.getByText('Text SHOUT · 24 hours a day')).toBeTruthy()
  expect(screen.getByText('Children and young people · 24 hours a day')).toBeTruthy()
  gb.unmount()
  const us = await renderPage(<EmergencyNumbers country="US" />)
  const text = screen.getByRole('link', { name: 'Write to 988 Suicide & Crisis Lifeline: 988' })
  expect(text.getAttribute('href')).toBe('sms:988')
  us.unmount()
  await renderPage(<EmergencyNumbers country="DE" />)
  const chat = screen.getByRole('link', { name: 'Write to Hilfetelefon Gewalt gegen Frauen: hilfetelefon.de' })
  expect([chat.getAttribute('href'), chat.getAttribute('target')]).toEqual(['https://www.hilfetelefon.de', '_blank'])
  expect(screen.getByText('Domestic violence · Chat · Limited hours')).toBeTruthy()
})

test('a country without known numbers shows a general sentence', async () => {
  const chosen = vi.fn()
  await renderPage(<EmergencyNumbers country={null} onCountry={chosen} />)
  expect(screen.getByText(uiTextPattern('safety:now.general'))).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  fireEvent.change(screen.getByLabelText(uiText('safety:now.country')), { target: { value: 'FR' } })
  expect(chosen).toHaveBeenCalledWith('FR')
})

test('the choice of a country keeps its place while the plan loads, so that nothing below it moves', async () => {
  await renderPage(<EmergencyNumbers country="GB" onCountry="waits" />)
  expect(screen.getByLabelText<HTMLSelectElement>(uiText('safety:now.country')).disabled).toBe(true)
})

test('the chosen country takes precedence over the time zone, even if it has no known numbers', () => {
  expect(emergencyCountry({ country: 'CH' }, 'Europe/Berlin')).toBe('CH')
  expect(emergencyCountry(null, 'Europe/Berlin')).toBe('DE')
  expect(emergencyCountry({ country: otherCountry }, 'Europe/Berlin')).toBe(otherCountry)
  expect(emergencyCountry({ country: null }, 'Asia/Tokyo')).toBeNull()
  expect(phoneHref('0800 / 111-0-111')).toBe('tel:08001110111')
})

test('empty lines are not sent', () => {
  const sent = trimmedPlan({ ...plan, warningSigns: [' ', 'I sleep badly '], people: [{ name: '', phone: ' ' }] })
  expect([sent.warningSigns, sent.people]).toEqual([['I sleep badly'], []])
})

const form = (send: (plan: object) => Promise<SafetyPlan>, onSaved = vi.fn()) => (
  <SafetyPlanForm name="plan" saved={plan} send={send} onSaved={onSaved} onCancel={() => {}} />
)
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save plan' }))

test('a new line gets the focus, and the plan is sent with its original version @slow', async () => {
  const send = vi.fn(async () => ({ ...plan, version: 4 }))
  const saved = vi.fn()
  await renderPage(form(send, saved))
  fireEvent.click(screen.getByRole('button', { name: uiText('safety:form.add.whatHelps') }))
  const added = screen.getByLabelText('What helps me, 2')
  await waitFor(() => expect(document.activeElement).toBe(added))
  fireEvent.change(added, { target: { value: 'Calling Ines' } })
  save()
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(send).toHaveBeenCalledWith(expect.objectContaining({ whatHelps: ['A walk', 'Calling Ines'], version: 3 }))
})

test('a number without a name shows an error at its field, and nothing is sent @slow', async () => {
  const send = vi.fn(async () => plan)
  await renderPage(form(send))
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' ' } })
  save()
  expect(await screen.findByText(uiText('safety:form.nameless'))).toBeTruthy()
  expect(send).not.toHaveBeenCalled()
})

test('if another device has saved the plan, both versions are shown and either can be saved @slow', async () => {
  const theirs = { ...plan, whatHelps: ['Music'], version: 4 }
  const { ORPCError } = await import('@orpc/client')
  const send = vi
    .fn<(plan: object) => Promise<SafetyPlan>>()
    .mockRejectedValueOnce(new ORPCError('CHANGED', { status: 409, data: theirs }))
    .mockResolvedValueOnce({ ...plan, version: 5 })
  await renderPage(form(send))
  fireEvent.change(screen.getByLabelText('What helps me, 1'), { target: { value: 'A long walk' } })
  save()
  expect(await screen.findByText(uiText('versionConflict:title'))).toBeTruthy()
  expect(
    within(screen.getByRole('region', { name: uiText('versionConflict:mine') })).getByText('A long walk'),
  ).toBeTruthy()
  expect(within(screen.getByRole('region', { name: uiText('versionConflict:theirs') })).getByText('Music')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: uiText('versionConflict:keepMine') }))
  await waitFor(() =>
    expect(send).toHaveBeenLastCalledWith(expect.objectContaining({ version: 4, whatHelps: ['A long walk'] })),
  )
})

test('the form keeps a plan that could not be saved @slow', async () => {
  await renderPage(form(() => Promise.reject(new Error('away'))))
  fireEvent.change(screen.getByLabelText('What helps me, 1'), { target: { value: 'Tea' } })
  save()
  expect(await screen.findByText(uiText('safety:form.failed'))).toBeTruthy()
  expect(screen.getByLabelText('What helps me, 1')).toHaveProperty('value', 'Tea')
})

const nora = (shared: boolean, turn: number) => ({ id: 'nora', name: 'Nora Lindqvist', shared, turn })
const mayRead = () => screen.getByRole('switch', { name: uiText('safety:readers.share', { name: 'Nora Lindqvist' }) })

test('a client shares the plan with a therapist with one switch', async () => {
  const sent = serve({ 'safety/share': () => ({ plan, offline: false, therapists: [] }) })
  await renderPage(<SafetyPlanSharing therapists={[nora(false, 4)]} />)
  fireEvent.click(mayRead())
  await waitFor(() => expect(sent('safety/share')).toEqual([{ therapistId: 'nora', shared: true, turn: 5 }]))
})

test('a client can stop sharing while the request to share is still unanswered @slow', async () => {
  const answers = [new Promise(() => {}), { plan, offline: false, therapists: [nora(false, 2)] }]
  const sent = serve({ 'safety/share': () => answers.shift() })
  await renderPage(<SafetyPlanSharing therapists={[nora(false, 0)]} />)
  fireEvent.click(mayRead())
  await waitFor(() => expect(mayRead()).toHaveProperty('checked', true))
  fireEvent.click(mayRead())
  await waitFor(() =>
    expect(sent('safety/share')).toEqual([
      { therapistId: 'nora', shared: true, turn: 1 },
      { therapistId: 'nora', shared: false, turn: 2 },
    ]),
  )
  await waitFor(() => expect(mayRead()).toHaveProperty('checked', false))
})

test('on an outdated page a client can stop sharing, but sharing shows an error and is not repeated', async () => {
  const stands = (shared: boolean, turn: number) => ({ plan, offline: false, therapists: [nora(shared, turn)] })
  const taking = serve({
    'safety/share': ({ turn }: { turn: number }) =>
      turn < 4 ? refusalResponse(409, 'CHANGED', stands(true, 3)) : stands(false, 4),
  })
  const first = await renderPage(<SafetyPlanSharing therapists={[nora(true, 1)]} />)
  fireEvent.click(mayRead())
  await waitFor(() => expect(taking('safety/share')).toMatchObject([{ turn: 2 }, { shared: false, turn: 4 }]))
  first.unmount()

  // After the page was loaded, another device shared the plan with Nora and then stopped sharing it.
  const sharing = serve({ 'safety/share': () => refusalResponse(409, 'CHANGED', stands(false, 2)) })
  const said = vi.spyOn(toast, 'error')
  await renderPage(<SafetyPlanSharing therapists={[nora(false, 0)]} />)
  fireEvent.click(mayRead())
  await waitFor(() => expect(said).toHaveBeenCalledWith(expect.stringMatching(uiTextPattern('safety:readers.changed'))))
  expect(sharing('safety/share')).toHaveLength(1)
})

test('a therapist sees that a plan is not shared, and can read and edit a shared one @slow', async () => {
  serve({ 'safety/planOf': () => ({ plan: null }) })
  const first = await renderPage(<ClientSafetyPlan clientId="c" name="Ana" hasAccount />)
  expect(await screen.findByText(uiText('safety:client.notShared', { name: 'Ana' }))).toBeTruthy()
  first.unmount()
  const sent = serve({ 'safety/planOf': () => ({ plan }), 'safety/saveFor': () => ({ ...plan, version: 4 }) })
  await renderPage(<ClientSafetyPlan clientId="c" name="Ana" hasAccount />)
  fireEvent.click(await screen.findByRole('button', { name: uiText('safety:client.begin') }))
  fireEvent.change(await screen.findByLabelText('What helps me, 1'), { target: { value: 'A long walk' } })
  save()
  await waitFor(() =>
    expect(sent('safety/saveFor')).toMatchObject([{ clientId: 'c', version: 3, whatHelps: ['A long walk'] }]),
  )
})

test('a plan that failed to load shows an error, and a button requests it again', async () => {
  let away = true
  serve({ 'safety/planOf': () => (away ? failureResponse() : { plan }) })
  await renderPage(<ClientSafetyPlan clientId="c" name="Ana" hasAccount />)
  expect(await screen.findByText(uiText('safety:client.failed'))).toBeTruthy()
  away = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('A walk')).toBeTruthy()
})
