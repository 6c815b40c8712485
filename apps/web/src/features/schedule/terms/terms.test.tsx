import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import type { OwnTerms } from '@attune/contract/features/schedule/terms/terms'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drafts } from '../../../platform/draft/drafts.ts'
import { mockServer, renderPage, refusalResponse } from '../../../testing/render-page.tsx'
import { uiTextPattern, uiText } from '../../../testing/ui-text.ts'
import { ChangeTermsSettings, NewSessionSettings } from './TermsSettings.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  // Discards drafts that a test has left unsaved.
  for (const name of ['terms-changes', 'terms-defaults']) {
    const left = drafts.versions(name).map(({ writer }) => writer)
    drafts.discard(name, left)
  }
})

const nora = { id: 'nora', role: 'therapist', firstName: 'Nora', lastName: 'Lindqvist', zone: 'Europe/Berlin' }

function server(save: (terms: OwnTerms) => unknown = () => ({ done: true })) {
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => nora,
    'terms/mine': () => defaultTerms,
    'terms/save': save,
  })
  return () => inputsOf('terms/save')
}

const set = (field: HTMLElement | undefined, value: string) => field && fireEvent.change(field, { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: uiText('settings:form.save') }))

test('a therapist changes the terms and sees the text for clients @slow', async () => {
  const saved = server()
  await renderPage(<ChangeTermsSettings />)
  const [cancelBlocked] = await screen.findAllByLabelText(uiText('terms:cancel.blockedHours'))
  set(cancelBlocked, '4')
  await screen.findByText(uiTextPattern('sessionDialog:terms.cancel.blocked', { count: '4' }))
  fireEvent.click(screen.getByRole('switch', { name: uiTextPattern('terms:cancel.atOnce') }))
  await screen.findByText(uiTextPattern('sessionDialog:terms.atOnce'))
  expect(screen.getByText(uiText('settings:form.unsaved'))).toBeTruthy()
  save()
  await waitFor(() =>
    expect(saved()).toEqual([
      { ...defaultTerms, cancel: { lateHours: 24, blockedHours: 4 }, acceptEarlyCancels: true },
    ]),
  )
  await waitFor(() => expect(screen.queryByText(uiText('settings:form.unsaved'))).toBeNull())
})

test('what is changed while the terms are being saved stays in the form and is saved next', async () => {
  const held = Promise.withResolvers<{ done: true }>()
  const saved = server(() => held.promise)
  await renderPage(<NewSessionSettings />)
  const link = await screen.findByLabelText<HTMLInputElement>(uiText('terms:defaults.video'))
  const place = screen.getByLabelText<HTMLInputElement>(uiText('terms:defaults.location'))
  set(link, ' https://meet.example.org ')
  save()
  await waitFor(() => expect(saved()).toHaveLength(1))
  set(place, 'Elm Street 4')
  held.resolve({ done: true })
  await waitFor(() => expect(link.value).toBe('https://meet.example.org'))
  expect(place.value).toBe('Elm Street 4')
  expect(screen.getByText(uiText('settings:form.unsaved'))).toBeTruthy()
  save()
  await waitFor(() => expect(screen.queryByText(uiText('settings:form.unsaved'))).toBeNull())
  expect(saved()).toMatchObject([
    { videoLink: 'https://meet.example.org', location: defaultTerms.location },
    { videoLink: 'https://meet.example.org', location: 'Elm Street 4' },
  ])
})

test('an error is shown at its field, and nothing is sent @slow', async () => {
  const saved = server()
  const first = await renderPage(<ChangeTermsSettings />)
  const [cancelBlocked] = await screen.findAllByLabelText(uiText('terms:cancel.blockedHours'))
  set(cancelBlocked, '30')
  save()
  await screen.findByText(uiText('terms:problem.blockedBeyondLate'))
  set(cancelBlocked, '3')
  await waitFor(() => expect(screen.queryByText(uiTextPattern('terms:problem.blockedBeyondLate'))).toBeNull())
  first.unmount()
  await renderPage(<NewSessionSettings />)
  set(await screen.findByLabelText(uiText('terms:defaults.video')), 'meet.example.org')
  save()
  await screen.findByText(uiText('terms:problem.notALink'))
  expect(saved()).toEqual([])
})

test('the form allows one to four reminders @slow', async () => {
  const saved = server()
  await renderPage(<NewSessionSettings />)
  const add = await screen.findByRole('button', { name: uiText('terms:remind.add') })
  expect(screen.queryByRole('button', { name: uiTextPattern('terms:remind.remove') })).toBeNull()
  for (let time = 0; time < 3; time += 1) fireEvent.click(add)
  expect(screen.queryByRole('button', { name: uiText('terms:remind.add') })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: uiText('terms:remind.remove', { length: '24 hours' }) }))
  save()
  await waitFor(() => expect(saved()).toMatchObject([{ remindBefore: [10_080, 2880, 120] }]))
})

test('a therapist makes Attune the default for new video sessions, and keeps the link [2.14] @slow', async () => {
  const saved = server()
  await renderPage(<NewSessionSettings />)
  set(await screen.findByLabelText(uiText('terms:defaults.video')), 'https://meet.example.org/nora')
  fireEvent.click(screen.getByRole('radio', { name: uiText('terms:defaults.callsInAttune') }))
  save()
  const expected = { ...defaultTerms, videoLink: 'https://meet.example.org/nora', callsInAttune: true }
  await waitFor(() => expect(saved()).toEqual([expected]))
})

test('a separate room for each session is explained with an example', async () => {
  server()
  await renderPage(<NewSessionSettings />)
  const link = await screen.findByLabelText(uiText('terms:defaults.video'))
  set(link, 'https://meet.example.org/{room}')
  await screen.findByText(uiTextPattern('terms:defaults.ownRoom'))
  set(link, 'https://meet.example.org/nora')
  await screen.findByText(uiTextPattern('terms:defaults.oneRoom'))
})

test('the form keeps terms that could not be saved @slow', async () => {
  server(() => refusalResponse(400, 'BAD_REQUEST'))
  await renderPage(<NewSessionSettings />)
  const place = await screen.findByLabelText(uiText('terms:defaults.location'))
  set(place, 'Room 2')
  save()
  await screen.findByText(uiText('settings:form.failed'))
  expect((place as HTMLInputElement).value).toBe('Room 2')
})

test('unsaved changes are restored when the page is opened again @slow', async () => {
  server()
  const first = await renderPage(<NewSessionSettings />)
  set(await screen.findByLabelText(uiText('terms:defaults.location')), 'Room 2')
  first.unmount()
  await renderPage(<NewSessionSettings />)
  expect((await screen.findByLabelText<HTMLInputElement>(uiText('terms:defaults.location'))).value).toBe('Room 2')
  expect(screen.getByText(uiText('common:draft.back'))).toBeTruthy()
})
