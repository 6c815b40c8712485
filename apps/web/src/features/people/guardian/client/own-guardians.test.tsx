import type { OwnGuardian } from '@attune/contract/features/people/guardian/guardian.client'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { OwnGuardians } from './OwnGuardians.tsx'

afterEach(() => vi.unstubAllGlobals())

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const anna: OwnGuardian = {
  id: id as OwnGuardian['id'],
  clientId: id as OwnGuardian['clientId'],
  therapistId: id as OwnGuardian['therapistId'],
  therapistName: 'Nora Lindqvist',
  name: 'Anna Weber',
  relationship: 'mother',
  state: 'active',
  rights: ['sessions', 'invoices'],
  since: '2026-03-02T10:00:00.000Z',
  seesEarlier: false,
  pausesOn: null,
  canRenew: false,
}

async function open(...items: OwnGuardian[]) {
  const served = mockServer({
    'login/session': () => ({ login: { userId: id, role: 'client', need: null } }),
    'account/me': () => ({ id, role: 'client', zone: 'Europe/Berlin' }),
    'guardian/mine': () => ({ items }),
    'guardian/renew': () => ({ done: true }),
  })
  await renderPage(<OwnGuardians />, '/dashboard/client/therapists')
  return served
}

test('a guardian’s rights are said in sentences, with what stays hidden', async () => {
  await open(anna)
  expect(
    await screen.findByText(
      'Anna Weber (mother) sees your sessions and invoices. Anna can pay invoices. ' +
        "Anna can't see your forms, diagnoses, treatment plan, journal, tasks, messages, or safety plan.",
    ),
  ).toBeTruthy()
  expect(screen.getByText(uiText('ownGuardians:keep', { therapist: 'Nora Lindqvist' }))).toBeTruthy()
})

test('a guardian who has not accepted is announced with what will apply', async () => {
  await open({ ...anna, relationship: '', rights: ['messages'], state: 'invited', since: null })
  const text = (await screen.findByText(/is invited/)).textContent
  expect(text).toContain(uiText('ownGuardians:invited', { who: 'Anna Weber' }))
  expect(text).toContain('Anna Weber can write to Nora Lindqvist.')
  expect(text).toContain(uiText('ownGuardians:messages', { name: 'Anna', therapist: 'Nora Lindqvist' }))
})

test('a paused guardian sees nothing, and a name with a title stays whole', async () => {
  await open({ ...anna, name: 'Dr. Anna Weber', state: 'paused' })
  expect(
    await screen.findByText(uiText('ownGuardians:paused', { who: 'Dr. Anna Weber (mother)', name: 'Dr. Anna Weber' })),
  ).toBeTruthy()
})

test('a client renews only the rights that are ticked @slow', async () => {
  const { calls } = await open({ ...anna, state: 'paused', canRenew: true })
  fireEvent.click(await screen.findByRole('button', { name: uiText('ownGuardians:renew.open') }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: uiText('ownGuardians:renew.submit') }))
  expect(calls.filter(({ path }) => path === 'guardian/renew')).toEqual([])
  fireEvent.click(dialog.getByRole('checkbox', { name: uiText('ownGuardians:renew.right.invoices') }))
  fireEvent.click(dialog.getByRole('button', { name: uiText('ownGuardians:renew.submit') }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.find(({ path }) => path === 'guardian/renew')).toMatchObject({ input: { id, rights: ['invoices'] } })
})
