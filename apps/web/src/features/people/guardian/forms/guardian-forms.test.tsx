import type { GuardianFormView } from '@attune/contract/features/people/guardian/guardian.forms'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { orpc } from '../../../../platform/api/api.ts'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { ActingForContext } from '../frame/acting-for.ts'
import { sampleGuardedClient } from '../guardian.testing.ts'
import { GuardianFormsSection } from './FormsSection.tsx'
import { GuardianFormById } from './GuardianFormPage.tsx'
import { resetPage } from '../../../../testing/reset-page.ts'

afterEach(resetPage)

const signature = {
  id: '8a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c02',
  type: 'signature' as const,
  label: 'I agree',
  hint: '',
  required: true,
  options: [],
}
const question = {
  ...signature,
  id: '8a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c01',
  type: 'short-text' as const,
  label: 'Allergies?',
}
const form = (part: Partial<GuardianFormView> = {}): GuardianFormView => ({
  id: crypto.randomUUID(),
  title: 'Consent to treatment',
  isConsent: true,
  state: 'open',
  version: 1,
  sentAt: '2001-11-20T09:00:00.000Z',
  replacedAt: null,
  dueDay: null,
  signedAt: null,
  withdrawnAt: null,
  hasSignature: true,
  isReady: false,
  paper: null,
  needsGuardian: false,
  isSignedByGuardian: false,
  therapistName: 'Lena Brandt',
  content: { title: 'Consent to treatment', language: 'en', isConsent: true, fields: [question, signature] },
  scan: null,
  answers: {},
  draftVersion: 0,
  savedAt: null,
  signature: null,
  isForMinor: false,
  guardians: [],
  signedBy: null,
  signerName: '',
  waitsForAnother: false,
  mayWithdraw: false,
  firstName: 'Tim',
  ...part,
})
const signed = { state: 'signed', signedAt: '2001-11-21T09:00:00.000Z' } as const

async function open(shown: GuardianFormView, answers: Parameters<typeof mockServer>[0] = {}) {
  const { inputsOf } = mockServer({
    ...signedInAnswers('client'),
    'guardian/form': () => shown,
    'guardian/saveFormAnswers': () => ({ draftVersion: 1, savedAt: '2001-11-20T09:00:00.000Z' }),
    'notification/markReadAbout': () => ({ done: true }),
    ...answers,
  })
  const page = await renderPage(<GuardianFormById clientId={sampleId} id={shown.id} />)
  return { inputsOf, ...page }
}

test('a guardian signs a form for the client in the address @slow', async () => {
  const shown = form()
  const { inputsOf } = await open(shown, {
    'guardian/signForm': () => form({ ...signed, id: shown.id, signedBy: 'you' }),
  })
  fireEvent.change(await screen.findByLabelText(/Allergies/), { target: { value: 'None' } })
  fireEvent.change(screen.getByLabelText(uiText('form:own.name')), { target: { value: 'Anna Weber' } })
  fireEvent.click(screen.getByRole('button', { name: uiText('form:own.signAction') }))
  await waitFor(() =>
    expect(inputsOf('guardian/signForm')).toMatchObject([
      { actingFor: sampleId, id: shown.id, typedName: 'Anna Weber', answers: { [question.id]: 'None' } },
    ]),
  )
})

test('a form whose right ends while it is open says so and keeps what was typed', async () => {
  const shown = form()
  let hasRight = true
  const gone = () => refusalResponse(404, 'NOT_FOUND')
  const { client } = await open(shown, {
    'guardian/form': () => (hasRight ? shown : gone()),
    'guardian/saveFormAnswers': gone,
  })
  fireEvent.change(await screen.findByLabelText(/Allergies/), { target: { value: 'Nuts' } })
  hasRight = false
  await act(() => client.invalidateQueries({ queryKey: orpc.guardian.form.key() }))
  await screen.findByText(uiText('guardianForm:endedTitle', { name: 'Tim' }))
  expect(screen.getByLabelText(/Allergies/)).toHaveProperty('value', 'Nuts')
})

test('what another guardian signed is named without the person, and offers neither a PDF nor the answers @slow', async () => {
  await open(form({ ...signed, signedBy: 'another' }))
  await screen.findByText(uiText('guardianForm:anotherTitle'))
  expect(screen.queryByText(uiText('form:making'))).toBeNull()
  expect(screen.queryByRole('button', { name: uiText('form:withdraw.action') })).toBeNull()
})

test('a consent of all guardians says that another one has not signed @slow', async () => {
  const sha256 = '0'.repeat(64)
  const facts = {
    typedName: 'Anna Weber',
    guardianName: 'Anna Weber',
    guardianRelation: 'Mother',
    signedAt: signed.signedAt,
  }
  await open(
    form({
      ...signed,
      signedBy: 'you',
      waitsForAnother: true,
      mayWithdraw: true,
      signature: { ...facts, version: 1, sha256, method: 'account' },
    }),
  )
  await screen.findByText(uiText('guardianForm:waits'))
  screen.getByText(uiText('form:signature.method.account'))
  screen.getByRole('button', { name: uiText('form:withdraw.action') })
})

test('the home lists open forms with a button, and signed ones with who signed', async () => {
  const items = [
    form(),
    form({ ...signed, title: 'Data', signedBy: 'another' }),
    form({ ...signed, title: 'Photos', signedBy: 'paper' }),
  ]
  const shownItems = items.map(
    ({ content, scan, answers, draftVersion, savedAt, signature: s, isForMinor, guardians, firstName, ...item }) => {
      void [content, scan, answers, draftVersion, savedAt, s, isForMinor, guardians, firstName]
      return item
    },
  )
  mockServer({ ...signedInAnswers('client'), 'guardian/forms': () => ({ items: shownItems }) })
  await renderPage(
    <ActingForContext value={sampleGuardedClient()}>
      <GuardianFormsSection clientId={sampleId} />
    </ActingForContext>,
  )
  await screen.findByText(uiText('guardianForm:signedByAnother'))
  screen.getByText(uiText('guardianForm:signedOnPaper'))
  const links = screen.getAllByRole('link', { name: new RegExp(uiText('guardianForm:fillIn')) })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/for/${sampleId}/forms/${items[0]?.id}`])
})
