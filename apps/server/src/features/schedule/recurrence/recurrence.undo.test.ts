import { expect, test } from 'vitest'
import { fromStored } from './recurrence.undo.ts'

test('the state of a series that an earlier version stored is read with its exceptions and its last materialized day', () => {
  const stored = JSON.parse(
    '{"act":"a","at":"2026-11-20T09:00:00.000Z","series":{"id":"s","kind":"event","repeat":{"every":"week","interval":1,"weekdays":[2]},"zone":"Europe/Berlin","firstDay":"2026-12-01","time":"10:00","durationMinutes":50,"template":{"title":"Choir"},"laidOutUntil":"2027-11-20","lastDay":null},"gaps":["2026-12-08"],"rows":[{"id":"r","revision":1}],"split":null}',
  )
  expect(fromStored(stored)).toMatchObject({
    act: 'a',
    series: { id: 's', materializedUntil: '2027-11-20', lastDay: null },
    exceptions: ['2026-12-08'],
    rows: [{ id: 'r', revision: 1 }],
    split: null,
  })
})
