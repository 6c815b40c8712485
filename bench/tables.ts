import type { CalendarFigures } from './calendar.ts'
import type { ClientListFigures } from './clients.ts'
import type { JournalPageFigures } from './journal-page.ts'
import type { JournalFigures } from './journal.ts'
import type { MemoryFigures } from './memory.ts'
import type { MeasurePageFigures } from './measure-page.ts'
import type { MeasuresFigures } from './measures.ts'
import type { SessionPrepFigures } from './session-prep.ts'
import type { SlotFigures } from './slots.ts'
import type { SocketFigures } from './sockets.ts'
import type { StartFigures } from './start.ts'
import { formatMilliseconds, markdownTable, twoDecimals, targetMark } from './cells.ts'

export function socketsTable(s: SocketFigures): string {
  const weight = s.megabytesPerThousand
  return markdownTable(
    ['', 'measured', 'goal', ''],
    [
      ['1,000 idle sockets, MB', weight.toFixed(1), '≤ 30', targetMark(weight, (v) => v <= 30)],
      [
        `push to 1 of ${s.sockets.toLocaleString('en')} / pure LISTEN, p50`,
        twoDecimals(s.ratio),
        '≤ 2',
        targetMark(s.ratio, (v) => v <= 2),
      ],
      ['p50, ms, push / LISTEN', `${s.pushP50.toFixed(1)} / ${s.listenP50.toFixed(1)}`, '', ''],
      ['changes that were not received', String(s.missed), '0', targetMark(s.missed, (v) => v === 0)],
    ],
  )
}

export function memoryTable({ empty, demo }: { empty: MemoryFigures; demo: MemoryFigures }): string {
  const row = (name: string, m: MemoryFigures, goal: string) => {
    const sum = m.server + m.postgres
    return [
      name,
      m.server.toFixed(0),
      m.postgres.toFixed(0),
      String(m.processes),
      sum.toFixed(0),
      goal && (sum < 600 ? `${goal}, met` : `${goal}, **missed**`),
    ]
  }
  return markdownTable(
    ['idle, MB (PSS)', 'server', 'Postgres', 'processes', 'sum', 'goal'],
    [row('fresh', empty, ''), row('with the demo practice', demo, '< 600')],
  )
}

export function clientsTable(c: ClientListFigures): string {
  return markdownTable(
    [`client list of ${c.clients.toLocaleString('en')}`, 'median of 7'],
    [
      ['first screen, from the navigation with an empty cache', formatMilliseconds(c.firstScreen)],
      ['filter: from a key to the frame that shows it', formatMilliseconds(c.keystroke)],
      ['filter: from the last key to the rows found, with the delay of 200 ms', formatMilliseconds(c.found)],
      ['rows drawn on the first screen', String(c.rows)],
      ['requests to the server while four keys are typed', String(c.asked)],
      ['for comparison: a plain page of 500 rows', formatMilliseconds(c.bare)],
    ],
  )
}

export function calendarTable(c: CalendarFigures): string {
  const row = (name: string, { script, shown }: { script: number; shown: number }, before: string) => [
    name,
    formatMilliseconds(script),
    before,
    formatMilliseconds(shown),
    '≤ 80 ms',
    targetMark(script, (value) => value <= 80),
  ]
  return markdownTable(
    [`a month of ${c.things}`, 'script', 'before', 'shown after', 'goal for the script', ''],
    [
      row('week to month', c.toMonth, '78 ms'),
      row('month to week', c.toWeek, '102 ms'),
      ['an arrow key moves the focus', '', '', formatMilliseconds(c.key), '', ''],
      ['an arrow moves a session (M)', '', '', formatMilliseconds(c.moved), 'the next frame', ''],
    ],
  )
}

export function slotsTable(s: SlotFigures): string {
  const ms = (value: number) => `${value.toFixed(2)} ms`
  return markdownTable(
    ['free times of 8 weeks, 500 busy', 'median of 7', 'goal', ''],
    [
      ['the search, in the server', ms(s.search), '≤ 5 ms', s.search <= 5 ? 'met' : '**missed**'],
      ['the first search of a process, before the code is compiled', ms(s.first), '', ''],
      ['times found', String(s.slots), '', ''],
      ['the whole request of a client', ms(s.request), '', ''],
      ['for comparison: a request for the terms, one row', ms(s.settings), '', ''],
    ],
  )
}

export function sessionPrepTable(b: SessionPrepFigures): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  return markdownTable(
    [`a prep after ${b.sessions} sessions, ${b.tasks} tasks, ${b.entries} shared entries`, '300 requests', 'goal', ''],
    [
      ['95 of 100 within', ms(b.p95), '≤ 300 ms', b.p95 <= 300 ? 'met' : '**missed**'],
      ['half of them within', ms(b.p50), '', ''],
      ['for comparison: a request for the terms, one row', ms(b.plain), '', ''],
    ],
  )
}

export function measuresTable(m: MeasuresFigures): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  return markdownTable(
    [`${m.measures} measures of ${m.clients} clients`, '300 openings', 'goal', ''],
    [
      ['95 of 100 within', ms(m.p95), '≤ 300 ms', targetMark(m.p95, (value) => value <= 300)],
      ['half of them within', ms(m.p50), '', ''],
      ['for comparison: a request for the terms, one row', ms(m.plain), '', ''],
    ],
  )
}

export function measurePageTable(pages: MeasurePageFigures[]): string {
  const ms = (value: number) => `${value.toFixed(0)} ms`
  return markdownTable(
    ['100 items, processor four times slower', 'from another page', 'goal', '', 'processor time × 4', 'empty cache'],
    pages.map(({ name, cold, warm, work, goals }) => [
      name,
      ms(warm ?? 0),
      `≤ ${goals.warm} ms`,
      targetMark(warm ?? 0, (value) => value <= goals.warm),
      ms(work * 4),
      ms(cold),
    ]),
  )
}

export function journalTable(j: JournalFigures): string {
  const row = (name: string, value: number, goal = 100) => [
    name,
    `${value.toFixed(1)} ms`,
    `≤ ${goal} ms`,
    value <= goal ? 'met' : '**missed**',
  ]
  return markdownTable(
    ['a journal of 3,000 entries, whole requests', 'median of 7', 'goal', ''],
    [
      row('the latest 50', j.list),
      row('50 further on', j.further),
      row('a search for two words that occur in many', j.search),
      row('a search for words that occur in none', j.nothing),
      row('the days of six weeks', j.days),
      row('all tags', j.tags),
      row('one entry', j.entry),
      row('the therapist’s latest 50 of 300', j.shared),
      ['for comparison: a request for the terms, one row', `${j.terms.toFixed(1)} ms`, '', ''],
    ],
  )
}

export function journalPageTable(j: JournalPageFigures): string {
  const row = (name: string, value: number) => [
    name,
    formatMilliseconds(value),
    '≤ 200 ms',
    value <= 200 ? 'met' : '**missed**',
  ]
  return markdownTable(
    ['the same in the browser, script alone', 'median of 7', 'goal', ''],
    [
      row('the list is drawn', j.list),
      row('a word is searched for and its entry shown', j.search),
      ['a key, until the frame that shows it', formatMilliseconds(j.key), '', ''],
    ],
  )
}

export function startTable({ first, second }: { first: StartFigures; second: StartFigures }): string {
  const rows = (name: string, start: StartFigures) => [
    [name, '', `${start.seconds.toFixed(1)} s`],
    ...start.steps.map(({ step, seconds }) => ['', step, `${seconds.toFixed(1)} s`]),
  ]
  return markdownTable(
    ['npm start', 'step', 'took'],
    [...rows('first, in a fresh clone', first), ...rows('second', second)],
  )
}
