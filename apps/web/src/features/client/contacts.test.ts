import { sessionEvents } from '@attune/contract/features/session'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { contactProblems, contactsOf, noContact, sentContacts } from './contacts.ts'
import { sameTraits, traitsOf } from './doubles.ts'
import { noFacts, problemsOf } from './facts.ts'
import { stateOf } from './state.ts'
import { storyWords } from './story.ts'

const today = '2026-11-19'
const ana = { ...noFacts('en'), firstName: 'Ana', lastName: 'Moreau' }
const paul = { ...noContact('1'), name: 'Paul', isPayer: true }

test('a contact needs a name, and a valid email address if one is given [3.07]', () => {
  expect(contactProblems(noContact('1'))).toEqual({ name: 'nameRequired' })
  expect(contactProblems({ ...paul, email: 'paul@' })).toEqual({ email: 'emailWrong' })
  expect(contactProblems({ ...paul, phone: 'a\u0000' })).toEqual({ phone: 'unstorable' })
  expect(contactProblems(paul)).toEqual({})
  expect(problemsOf({ ...ana, contacts: [paul, noContact('2')] }, today)).toEqual({ contacts: 'contactWrong' })
})

test('contacts are the same after a round trip to the server [3.07]', () => {
  const sent = sentContacts([{ ...paul, email: ' paul@example.org ' }])
  expect(sent[0]?.email).toBe('paul@example.org')
  expect(sentContacts([paul])[0]?.email).toBeNull()
  expect(sentContacts(contactsOf(sent))).toEqual(sent)
})

test('duplicates are searched by email address or date of birth, ignoring case', () => {
  expect(traitsOf(ana)).toBeNull()
  expect(traitsOf({ ...ana, email: ' Ana@Example.org ' })).toMatchObject({ email: 'ana@example.org' })
  expect(traitsOf({ ...ana, dateOfBirth: '1992-05-02' })).toMatchObject({ dateOfBirth: '1992-05-02', email: null })
  expect(traitsOf({ ...ana, email: 'ana@' })).toBeNull()
})

test('an edit of other fields than name, email address and date of birth needs no duplicate check', () => {
  expect(sameTraits({ ...ana, email: 'ana@example.org' }, { ...ana, email: 'Ana@example.org' })).toBe(true)
  expect(sameTraits({ ...ana, email: 'ana@example.org' }, { ...ana, email: 'anna@example.org' })).toBe(false)
})

test('the record state distinguishes pending, without app, connected, paused and left', () => {
  const state = (
    status: 'pending' | 'active' | 'inactive',
    hasAccount: boolean,
    disconnectedAt: string | null = null,
  ) => stateOf({ status, hasAccount, disconnectedAt })
  expect(state('pending', false)).toBe('pending')
  expect(state('active', false)).toBe('withoutApp')
  expect(state('active', true)).toBe('connected')
  expect(state('inactive', true)).toBe('paused')
  expect(state('inactive', true, '2026-11-19T10:00:00Z')).toBe('left')
})

test('every session event has a timeline text [4.04]', () => {
  for (const detail of sessionEvents) {
    const key = `record:${storyWords({ kind: 'session', by: 'therapist', detail })}`
    expect([detail, key.endsWith('.other'), i18next.exists(key)]).toEqual([detail, false, true])
  }
})

test('timeline texts depend on who acted', () => {
  expect(storyWords({ kind: 'added', by: 'therapist', detail: 'import' })).toBe('story.addedByImport')
  expect(storyWords({ kind: 'disconnected', by: 'client', detail: '' })).toBe('story.disconnected')
  expect(storyWords({ kind: 'disconnected', by: 'therapist', detail: '' })).toBe('story.disconnectedYou')
  expect(storyWords({ kind: 'session', by: 'therapist', detail: 'cancel' })).toBe('story.session.cancelYou')
  expect(storyWords({ kind: 'session', by: 'client', detail: 'cancel' })).toBe('story.session.cancel')
  expect(storyWords({ kind: 'session', by: 'system', detail: 'expire' })).toBe('story.session.expire')
  expect(storyWords({ kind: 'session', by: 'system', detail: 'acceptChange' })).toBe('story.session.atOnce')
  expect(storyWords({ kind: 'session', by: 'therapist', detail: 'unheard of' })).toBe('story.session.other')
  expect(storyWords({ kind: 'merged', by: 'therapist', detail: '' })).toBe('story.merged')
})
