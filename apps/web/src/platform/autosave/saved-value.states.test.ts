// @vitest-environment node
import { expect, test } from 'vitest'
import {
  nextState,
  startState,
  type Saved,
  type SavedValueEvent,
  type SavedValuePhase,
  type SavedValueState,
} from './saved-value.states.ts'

type Event = SavedValueEvent<string>

const saved = (value: string, version = 1): Saved<string> => ({ value, version, updatedAt: null })
const compare = {
  same: (one: string, other: string) => one === other,
  continues: (mine: string, earlier: string) => earlier !== '' && mine.startsWith(earlier),
  isSent: (sent: string, theirs: string) => sent.trim() === theirs.trim(),
}
const after = (...events: Event[]): SavedValueState<string> =>
  events.reduce((state, event) => nextState(state, event, compare), startState(saved('Slept')))

const typed = (value: string): Event => ({ type: 'typed', value })
const sending: Event = { type: 'sending' }
const accepted = (value: string, version = 2): Event => ({ type: 'accepted', saved: saved(value, version) })
const received = (value: string, version = 2): Event => ({ type: 'received', saved: saved(value, version) })
const failed = (kind: 'locked' | 'refused' | 'later' | 'person'): Event => ({
  type: 'failed',
  failure: { kind },
  error: new Error(kind),
})
const changed = (value: string, version = 2): Event => ({
  type: 'failed',
  failure: { kind: 'changed', saved: saved(value, version) },
  error: new Error('CHANGED'),
})
const restored = (value: string, more: { isOutdated?: boolean; sent?: string[] } = {}): Event => ({
  type: 'restored',
  value,
  sent: [],
  isOutdated: true,
  ...more,
})
const unanswered = [typed('Slept b '), sending, failed('later'), typed('Up late'), sending]
const retried = ['1', '2', '3', ''].reduce<Event[]>(
  (events, end) => [...events, failed('later'), typed(`Up${end}`), sending],
  [typed('Slept b'), sending],
)
const conflict = [typed('Slept badly'), sending, changed('From the phone')]

test.each<[string, Event[], SavedValuePhase, string]>([
  ['nothing happens', [], 'saved', 'Slept'],
  ['a key is pressed', [typed('Slept b')], 'saving', 'Slept b'],
  ['the save is accepted', [typed('Slept b'), sending, accepted('Slept b')], 'saved', 'Slept b'],
  [
    'a key is pressed during the save',
    [typed('Slept b'), sending, typed('Slept ba'), accepted('Slept b')],
    'saving',
    'Slept ba',
  ],
  ['the save is slow', [typed('Slept b'), sending, { type: 'slow' }], 'onDevice', 'Slept b'],
  ['a slow save is accepted', [typed('Slept b'), sending, { type: 'slow' }, accepted('Slept b')], 'saved', 'Slept b'],
  ['the network is gone', [typed('Slept b'), sending, failed('later')], 'onDevice', 'Slept b'],
  ['the save is tried again', [typed('Slept b'), sending, failed('later'), sending], 'onDevice', 'Slept b'],
  ['the login has ended', [typed('Slept b'), sending, failed('person')], 'onDevice', 'Slept b'],
  ['the value is too long', [typed('Slept b'), sending, failed('refused')], 'refused', 'Slept b'],
  ['a refused value is changed', [typed('Slept b'), sending, failed('refused'), typed('Slept')], 'saving', 'Slept'],
  ['the value is locked', [typed('Slept b'), sending, failed('locked')], 'locked', 'Slept b'],
  ['a locked value is changed', [typed('Slept b'), sending, failed('locked'), typed('Slept ba')], 'locked', 'Slept ba'],
  ['a locked value is received', [typed('Slept b'), sending, failed('locked'), received('Other')], 'locked', 'Slept b'],
  ['another version was saved', conflict, 'conflict', 'Slept badly'],
  ['a key is pressed in a conflict', [...conflict, typed('Slept badly.')], 'conflict', 'Slept badly.'],
  [
    'the own value is chosen',
    [...conflict, { type: 'chosen', value: 'Slept badly', restored: false }],
    'saving',
    'Slept badly',
  ],
  [
    'the other value is chosen',
    [...conflict, { type: 'chosen', value: 'From the phone', restored: false }],
    'saved',
    'From the phone',
  ],
  ['a conflict is started over', [...conflict, { type: 'started over' }], 'saved', 'From the phone'],
  ['unsent changes are started over', [typed('Slept b'), { type: 'started over' }], 'saved', 'Slept'],
  [
    'the other version continues in the own one',
    [typed('Slept badly'), sending, changed('Slept b')],
    'saving',
    'Slept badly',
  ],
  ['the other version is only a new number', [typed('Slept b'), sending, changed('Slept')], 'saving', 'Slept b'],
  ['a newer version arrives', [received('From the phone')], 'saved', 'From the phone'],
  [
    'a newer version arrives for an unsaved value',
    [typed('Slept b'), received('From the phone')],
    'conflict',
    'Slept b',
  ],
  [
    'a newer version arrives during a save',
    [typed('Slept b'), sending, received('From the phone')],
    'saving',
    'Slept b',
  ],
  ['an older version arrives for an unsaved value', [typed('Slept b'), received('Old', 1)], 'saving', 'Slept b'],
  ['the answer of an earlier save was lost', [...unanswered, changed('Slept b')], 'saving', 'Up late'],
  ['the answer of the first of several saves was lost', [...retried, changed('Slept b')], 'saving', 'Up'],
  [
    'the server gets later what this device has stored',
    [typed('Slept b'), sending, accepted('Slept b', 1), typed('Up late'), sending, changed('Slept b')],
    'saving',
    'Up late',
  ],
  ['another device saved after a lost answer', [...unanswered, changed('From the phone')], 'conflict', 'Up late'],
  ['a draft is restored', [restored('Slept b', { isOutdated: false })], 'saving', 'Slept b'],
  ['an outdated draft is restored', [restored('Old')], 'conflict', 'Old'],
  ['a draft is restored whose answer was lost', [restored('Old', { sent: ['Slept'] })], 'saving', 'Old'],
  ['the draft is what the server has', [restored('Slept')], 'saved', 'Slept'],
  ['another request has sent the value', [typed('Slept b'), { type: 'sent elsewhere' }], 'saved', 'Slept b'],
])('when %s, the state of a value that saves itself is right', (_title, events, phase, value) => {
  expect(after(...events)).toMatchObject({ phase, value })
})

test('the next save is based on the version that was accepted, received or chosen', () => {
  const versions = [
    after(typed('Slept b'), sending, accepted('Slept b', 4)),
    after(received('From the phone', 5)),
    after(...conflict, { type: 'chosen', value: 'Slept badly', restored: false }),
    after(...conflict),
  ].map(({ base }) => base.version)
  expect(versions).toEqual([4, 5, 2, 1])
})

test('the reason of a failed save is shown until the value is changed or saved', () => {
  const refused = [typed('Slept b'), sending, failed('refused')]
  expect(after(...refused).error?.message).toBe('refused')
  expect(after(...refused, typed('Slept ba')).error).toBeNull()
  expect(after(...refused, sending, accepted('Slept b')).error).toBeNull()
  expect(after(...conflict).error?.message).toBe('CHANGED')
})

test('a value that is stopped during a save can be replaced by a newer version', () => {
  expect(after(typed('Slept b'), sending, { type: 'stopped' }, received('Signed'))).toMatchObject({
    value: 'Signed',
    isSending: false,
  })
})

test('a restored draft counts as unsent until the server has accepted it', () => {
  const draft = restored('Slept b', { isOutdated: false })
  expect(after(draft, typed('Slept ba'))).toMatchObject({ restored: false, isUnsent: true })
  expect(after(draft, sending, accepted('Slept b'))).toMatchObject({ restored: true, isUnsent: false })
})
