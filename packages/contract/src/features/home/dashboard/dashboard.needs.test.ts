import { expect, test } from 'vitest'
import type { AttentionItem } from './dashboard.attention.ts'
import { needsAnswer } from './dashboard.needs.ts'
import { attentionKinds } from './dashboard.rules.ts'

const id = '0190c2f0-0000-7000-8000-000000000001'
const people = [{ personId: id, firstName: 'Ana', lastName: 'Moreau', avatarUrl: null }]
const at = '2026-11-19T10:00:00.000Z'
const noon = '2026-11-18T12:00:00.000Z'
const due = { minor: '9000', currency: 'EUR' }

/** Each kind except `request`, without `id` and `people`, and the fields of the old format that differ from their default. */
const cases = [
  [
    { kind: 'alert', flaggedAt: at, risk: 2, taskTitle: 'Check' },
    { at, number: 2, text: 'Check' },
  ],
  [
    { kind: 'form-alert', flaggedAt: at, formTitle: 'Intake' },
    { at, text: 'Intake' },
  ],
  [
    { kind: 'held', waiting: 4, dueAt: at },
    { at, number: 4 },
  ],
  [
    { kind: 'calendar', startsAt: at, change: 'moved' },
    { at, text: 'moved' },
  ],
  [{ kind: 'record-request', dueDay: '2026-11-18' }, { at: noon }],
  [
    { kind: 'message', sentAt: at, unread: 3, excerpt: 'See you.' },
    { at, number: 3, text: 'See you.' },
  ],
  [
    { kind: 'note', startsAt: at, hasText: true },
    { at, begun: true },
  ],
  [
    { kind: 'entry', updatedAt: at, hasChanged: true },
    { at, begun: true },
  ],
  [
    { kind: 'declined', declinedAt: at, taskTitle: 'Walk' },
    { at, text: 'Walk' },
  ],
  [
    { kind: 'overdue', dueDay: '2026-11-18', taskTitle: 'Walk' },
    { at: noon, text: 'Walk' },
  ],
  [
    { kind: 'form', dueDay: '2026-11-18', missing: 2, formTitle: 'Intake' },
    { at: noon, number: 2, text: 'Intake' },
  ],
  [
    { kind: 'invoice', issuedAt: at, daysOverdue: 5, number: 'R-7', due },
    { at, number: 5, text: 'R-7', open: due },
  ],
  [
    { kind: 'unanswered', startsAt: at, sessions: 4 },
    { at, number: 4 },
  ],
  [
    { kind: 'invitation', since: at, isSent: true },
    { at, begun: true },
  ],
] as const

test.each(cases)('an item of a kind is converted to the old form: $kind', (item, fields) => {
  const current: AttentionItem = { ...item, id, people }
  const defaults = { number: 0, text: '', begun: false, open: null, answer: null }
  expect(needsAnswer({ items: [current] })).toEqual({
    items: [{ kind: item.kind, id, people, ...defaults, ...fields }],
  })
})

test('every kind is converted', () => {
  const converted = cases.map(([{ kind }]) => kind)
  expect([...converted, 'request'].toSorted()).toEqual(attentionKinds.toSorted())
})
