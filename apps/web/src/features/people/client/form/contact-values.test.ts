import { sessionEvents } from '@attune/contract/features/schedule/session/session.rules'
import i18next from 'i18next'
import { Email } from '@attune/contract/common/text/text.schemas'
import { expect, test } from 'vitest'
import { contactProblems, contactFormValues, emptyContact, contactsInput } from './contact-values.ts'
import { haveSameTraits, duplicateSearchInput } from '../duplicates/traits.ts'
import { emptyClientForm, clientProblems } from './values.ts'
import { recordStateOf } from '../record/state.ts'
import { timelineTextKey } from '../timeline/text.ts'

const today = '2026-11-19'
const ana = { ...emptyClientForm('en'), firstName: 'Ana', lastName: 'Moreau' }
const paul = { ...emptyContact('1'), name: 'Paul', isPayer: true }

test('a contact needs a name, and a valid email address if one is given', () => {
  expect(contactProblems(emptyContact('1'))).toEqual({ name: 'nameRequired' })
  expect(contactProblems({ ...paul, email: 'paul@' })).toEqual({ email: 'emailWrong' })
  expect(contactProblems({ ...paul, phone: 'a\u0000' })).toEqual({ phone: 'unstorable' })
  expect(contactProblems(paul)).toEqual({})
  expect(clientProblems({ ...ana, contacts: [paul, emptyContact('2')] }, today)).toEqual({ contacts: 'contactWrong' })
})

test('contacts are the same after a round trip to the server', () => {
  const sent = contactsInput([{ ...paul, email: ' paul@example.org ' }])
  expect(Email.parse(sent[0]?.email)).toBe('paul@example.org')
  expect(contactsInput([paul])[0]?.email).toBeNull()
  expect(contactsInput(contactFormValues(sent))).toEqual(sent)
})

test('duplicates are searched by email address or date of birth, ignoring case', () => {
  expect(duplicateSearchInput(ana)).toBeNull()
  expect(duplicateSearchInput({ ...ana, email: ' Ana@Example.org ' })).toMatchObject({ email: 'ana@example.org' })
  expect(duplicateSearchInput({ ...ana, dateOfBirth: '1992-05-02' })).toMatchObject({
    dateOfBirth: '1992-05-02',
    email: null,
  })
  expect(duplicateSearchInput({ ...ana, email: 'ana@' })).toBeNull()
})

test('an edit needs a duplicate check only if name, email address or date of birth change', () => {
  expect(haveSameTraits({ ...ana, email: 'ana@example.org' }, { ...ana, email: 'Ana@example.org' })).toBe(true)
  expect(haveSameTraits({ ...ana, email: 'ana@example.org' }, { ...ana, email: 'anna@example.org' })).toBe(false)
})

test('the record state distinguishes pending, without app, connected, paused and left', () => {
  const state = (
    status: 'pending' | 'active' | 'inactive',
    hasAccount: boolean,
    disconnectedAt: string | null = null,
  ) => recordStateOf({ status, hasAccount, disconnectedAt })
  expect(state('pending', false)).toBe('pending')
  expect(state('active', false)).toBe('withoutApp')
  expect(state('active', true)).toBe('connected')
  expect(state('inactive', true)).toBe('paused')
  expect(state('inactive', true, '2026-11-19T10:00:00Z')).toBe('left')
})

test('every session event has a timeline text', () => {
  for (const detail of sessionEvents) {
    const key = `record:${timelineTextKey({ kind: 'session', by: 'therapist', detail })}`
    expect([detail, key.endsWith('.other'), i18next.exists(key)]).toEqual([detail, false, true])
  }
})

test('timeline texts depend on who acted', () => {
  expect(timelineTextKey({ kind: 'added', by: 'therapist', detail: 'import' })).toBe('timeline.addedByImport')
  expect(timelineTextKey({ kind: 'disconnected', by: 'client', detail: '' })).toBe('timeline.disconnected')
  expect(timelineTextKey({ kind: 'disconnected', by: 'therapist', detail: '' })).toBe('timeline.disconnectedYou')
  expect(timelineTextKey({ kind: 'session', by: 'therapist', detail: 'cancel' })).toBe('timeline.session.cancelYou')
  expect(timelineTextKey({ kind: 'session', by: 'client', detail: 'cancel' })).toBe('timeline.session.cancel')
  expect(timelineTextKey({ kind: 'session', by: 'system', detail: 'expire' })).toBe('timeline.session.expire')
  expect(timelineTextKey({ kind: 'session', by: 'system', detail: 'acceptChange' })).toBe('timeline.session.atOnce')
  expect(timelineTextKey({ kind: 'session', by: 'therapist', detail: 'unheard of' })).toBe('timeline.session.other')
  expect(timelineTextKey({ kind: 'agreed', by: 'client', detail: 'consent' })).toBe('timeline.agreed')
  expect(timelineTextKey({ kind: 'agreed', by: 'client', detail: 'privacy' })).toBe('timeline.agreedPrivacy')
  expect(timelineTextKey({ kind: 'merged', by: 'therapist', detail: '' })).toBe('timeline.merged')
})
