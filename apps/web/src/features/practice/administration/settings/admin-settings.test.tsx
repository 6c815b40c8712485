import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { AdminPageLinks } from '../AdminPages.tsx'
import { LanguagePage, PracticePage, PrivacyPage, SafetyNumberPage } from './AdminSettings.tsx'

const start = {
  practiceName: 'Lindqvist',
  emailName: 'Lindqvist',
  practiceAddress: 'Main Street 1',
  therapistSignup: 'approval',
  tellExistingAccounts: false,
  severalAccounts: true,
  clientWord: 'clients',
  publicUrl: 'https://practice.example',
  supportText: '',
  supportEmail: null,
  languages: ['en', 'de', 'fr', 'es'],
  defaultLanguage: 'en',
  retentionYears: 10,
  idleMinutesStaff: 15,
  idleMinutesClient: 30,
}
type Settings = typeof start
let saved: Settings
let inputsOf: ReturnType<typeof mockServer>['inputsOf']

beforeEach(() => {
  saved = { ...start }
  const server = mockServer({
    'login/session': () => ({ login: { userId: 'root', role: 'admin', need: null } }),
    'account/me': () => ({ id: 'root', role: 'admin', zone: 'Europe/Berlin', language: 'en' }),
    'administration/settings': () => ({
      settings: saved,
      publicUrlFromEnvironment: false,
      legalTexts: [{ page: 'imprint', language: 'de', version: 1, isChanged: false }],
      safetyNumbers: { SE: { emergency: '112', lines: [{ name: 'Mind', phone: '90101', always: true }] } },
    }),
    'recordRetention/ofPractice': () => ({ country: 'DE', closed: [] }),
    'administration/publicKey': () => ({ key: 'pk_x', since: '2026-11-20T08:00:00Z' }),
    'administration/checkPublicAddress': () => ({ outcome: 'other-server' }),
    'administration/saveSafetyNumbers': () => ({ done: true }),
    'product/support': () => ({
      text: '',
      email: null,
      hours: { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: 'Europe/Berlin' },
      open: false,
    }),
    'administration/saveSettings': ({ before, ...change }: Partial<Settings> & { before: Partial<Settings> }) => {
      const names = Object.keys(change) as (keyof Settings)[]
      const conflicts = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(saved[name]))
      if (conflicts.length > 0)
        return refusalResponse(409, 'CHANGED', Object.fromEntries(conflicts.map((name) => [name, saved[name]])))
      saved = { ...saved, ...change }
      return saved
    },
  })
  inputsOf = server.inputsOf
})
afterEach(() => vi.unstubAllGlobals())

const saves = () => inputsOf('administration/saveSettings')
const type = (label: string, text: string) => {
  const field = screen.getByLabelText<HTMLInputElement>(label)
  fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
}

test('the settings list the admin pages that the sidebar does not have [2.20]', async () => {
  await renderPage(<AdminPageLinks className="" />)
  const links = within(await screen.findByRole('group', { name: uiText('administration:settings.pages') }))
  const targets = links.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(targets).toEqual(
    ['accounts', 'role-requests', 'audit-log', 'jobs', 'backups'].map((page) => `/dashboard/admin/${page}`),
  )
})

test('a setting is saved by itself, with the value it was based on [2.04] @slow', async () => {
  await renderPage(<PrivacyPage />)
  const label = uiText('adminSettings:privacy.retention')
  await screen.findByLabelText(label)
  type(label, '0')
  await screen.findByText(uiText('adminSettings:numberWrong', { least: '1', most: '50' }))
  type(label, '12')
  await waitFor(() => expect(saves()).toEqual([{ retentionYears: 12, before: { retentionYears: 10 } }]))
  await screen.findByText(uiText('common:outcome.saved'))
})

test('a public address that PUBLIC_URL would not accept is not saved @slow', async () => {
  await renderPage(<PracticePage />)
  const label = uiText('administration:settings.publicUrl')
  await screen.findByLabelText(label)
  type(label, 'https://practice.example/attune')
  await screen.findByText(uiText('administration:settings.publicUrlWrong'))
  type(label, 'http://practice.example')
  await screen.findByText(uiText('administration:settings.publicUrlWrong'))
  type(label, 'https://praxis.example/')
  await waitFor(() => expect(saves()).toMatchObject([{ publicUrl: 'https://praxis.example/' }]))
})

test('if another admin changed a setting, both values are shown and the admin chooses [2.04] @slow', async () => {
  await renderPage(<PracticePage />)
  const label = uiText('administration:settings.practiceAddress')
  await screen.findByLabelText(label)
  saved = { ...saved, practiceAddress: 'Side Street 2' }
  type(label, 'My Street 3')
  const conflict = await screen.findByText(uiText('adminSettings:conflict.title'))
  expect(screen.getByText('Side Street 2')).toBeDefined()
  expect(screen.getByLabelText<HTMLTextAreaElement>(label).value).toBe('My Street 3')
  fireEvent.click(screen.getByRole('button', { name: uiText('versionConflict:keepMine') }))
  await waitFor(() => expect(saved.practiceAddress).toBe('My Street 3'))
  await waitFor(() => expect(conflict.isConnected).toBe(false))
})

test('the admin can keep the value of the other admin instead [2.04] @slow', async () => {
  await renderPage(<PracticePage />)
  const label = uiText('administration:settings.emailName')
  await screen.findByLabelText(label)
  saved = { ...saved, emailName: 'Praxis Nord' }
  type(label, 'Praxis Süd')
  fireEvent.click(await screen.findByRole('button', { name: uiText('versionConflict:useTheirs') }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('Praxis Nord'))
  expect(saved.emailName).toBe('Praxis Nord')
})

test('every language but the default one can be switched off [2.04]', async () => {
  await renderPage(<LanguagePage />)
  const english = await screen.findByRole<HTMLInputElement>('checkbox', { name: /English/ })
  expect(english.disabled).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Español' }))
  await waitFor(() => expect(saved.languages).toEqual(['en', 'fr', 'de']))
})

test('the public address can be checked [2.04]', async () => {
  await renderPage(<PracticePage />)
  fireEvent.click(await screen.findByRole('button', { name: uiText('adminSettings:check.run') }))
  await screen.findByText(uiText('adminSettings:check.outcome.other-server'))
})

test('safety numbers of a new country begin with the known ones and are sent if they are valid [2.04] @slow', async () => {
  await renderPage(<SafetyNumberPage />)
  await screen.findByText('112 · Mind 90101')
  fireEvent.click(screen.getByRole('button', { name: uiText('adminSettings:numbers.add') }))
  const dialog = await screen.findByRole('dialog')
  const country = within(dialog).getByLabelText(uiText('adminSettings:numbers.country'))
  fireEvent.change(country, { target: { value: 'CH' } })
  const first = within(dialog).getAllByLabelText<HTMLInputElement>(uiText('adminSettings:numbers.phone'))[0]
  await waitFor(() => expect(first?.value).toBe('143'))
  const emergency = within(dialog).getByLabelText(uiText('adminSettings:numbers.emergency'))
  fireEvent.change(emergency, { target: { value: 'police' } })
  const submit = within(dialog).getByRole('button', { name: uiText('adminSettings:numbers.save') })
  fireEvent.click(submit)
  await within(dialog).findByText(uiText('adminSettings:numbers.phoneWrong'))
  const sent = () => inputsOf('administration/saveSafetyNumbers')
  expect(sent()).toEqual([])
  fireEvent.change(emergency, { target: { value: '117' } })
  fireEvent.click(submit)
  await waitFor(() => expect(sent()).toMatchObject([{ country: 'CH', numbers: { emergency: '117' }, before: null }]))
})

test('the admin chooses the word for the people whom the practice treats [2.04]', async () => {
  await renderPage(<LanguagePage />)
  const field = await screen.findByLabelText<HTMLSelectElement>(uiText('adminSettings:languages.word'))
  expect(field.value).toBe('clients')
  fireEvent.change(field, { target: { value: 'patients' } })
  await waitFor(() => expect(saves()).toEqual([{ clientWord: 'patients', before: { clientWord: 'clients' } }]))
})

test('fewer years than the law of the country proposes are saved after a warning @slow', async () => {
  await renderPage(<PrivacyPage />)
  const proposal = uiText('recordEndings:law.proposal_other', { count: '10', source: '§ 630f Abs. 3 BGB' })
  expect(await screen.findByText(proposal)).toBeTruthy()
  type(uiText('adminSettings:privacy.retention'), '5')
  const dialog = await screen.findByRole('dialog', {
    name: uiText('recordEndings:law.confirmTitle_other', { count: '5' }),
  })
  expect(saves()).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('recordEndings:law.set') }))
  await waitFor(() => expect(saves()).toEqual([{ retentionYears: 5, before: { retentionYears: 10 } }]))
})

test('the proposal follows the chosen country, and names no source where none is known @slow', async () => {
  await renderPage(<PrivacyPage />)
  const country = await screen.findByLabelText(uiText('recordEndings:law.country'))
  fireEvent.change(country, { target: { value: 'BE' } })
  fireEvent.click(await screen.findByRole('button', { name: uiText('recordEndings:law.use_other', { count: '30' }) }))
  await waitFor(() => expect(saves()).toEqual([{ retentionYears: 30, before: { retentionYears: 10 } }]))
  fireEvent.change(country, { target: { value: 'JP' } })
  const unknown = uiText('recordEndings:law.unknown_other', { count: '10' })
  expect(await screen.findByText(unknown)).toBeTruthy()
  fireEvent.change(country, { target: { value: '' } })
  expect(await screen.findByText(uiText('recordEndings:law.anywhere_other', { count: '10' }))).toBeTruthy()
})
