import type { CalendarFigures } from './calendar.ts'
import type { ClientListFigures } from './clients.ts'
import type { PageFigures } from './lighthouse.ts'
import type { GrowthFigures } from './growth.ts'
import type { JournalPageFigures } from './journal-page.ts'
import type { JournalFigures } from './journal.ts'
import type { MemoryFigures } from './memory.ts'
import type { RatioFigures } from './ratios.ts'
import type { RequestKind } from './requests.ts'
import type { SessionPrepFigures } from './session-prep.ts'
import type { SlotFigures } from './slots.ts'
import type { SocketFigures } from './sockets.ts'
import type { StartFigures } from './start.ts'
import { formatMilliseconds, markdownTable, twoDecimals, targetMark } from './cells.ts'

/** Returns Markdown tables of the ratios with their targets and of the rates. */
export function ratiosTable(r: RatioFigures): string {
  const atLeast = (name: string, value: number | null, goal: number) => [
    name,
    twoDecimals(value),
    `≥ ${goal.toFixed(2)}`,
    targetMark(value, (v) => v >= goal),
  ]
  const atMost = (name: string, value: number, goal: number) => [
    name,
    twoDecimals(value),
    `≤ ${goal}`,
    targetMark(value, (v) => v <= goal),
  ]
  const goals = [
    atLeast('week read (30 sessions) / L', r.ofLimit.week, 0.3),
    atLeast('week read / bare node:http', r.ofBare.week, 0.7),
    atLeast('session insert / L', r.ofLimit.insert, 0.42),
    atLeast('session insert / bare node:http', r.ofBare.insert, 0.85),
    ['session insert without background jobs / bare node:http', twoDecimals(r.restingOfBare), '', ''],
    atLeast('latest 20 of 5,000, therapist / L', r.ofLimit.latest, 0.3),
    atLeast('latest 20 of 5,000, client / L', r.ofLimit.latestOfClient, 0.3),
    atMost('server CPU of a week read / bare node:http', r.cpu, 1.6),
    atMost('p99 / p50 at 32 connections', r.p99 / r.p50, 4),
  ]
  const names: Record<RequestKind, string> = {
    week: 'week read',
    latest: 'latest 20, therapist',
    latestOfClient: 'latest 20, client',
    insert: 'session insert',
  }
  const absolute = (Object.keys(names) as RequestKind[]).map((kind) => {
    const { limit, bare, product } = r.perSecond[kind]
    return [
      names[kind],
      String(r.statements[kind]),
      limit?.toFixed(0) ?? '–',
      bare.toFixed(0),
      product.toFixed(0),
      twoDecimals(r.bareOfLimit[kind]),
      twoDecimals(r.ofLimit[kind]),
    ]
  })
  return [
    `${r.rounds} rounds, ${r.sessions.toLocaleString('en')} sessions of 200 therapists, 8 connections; medians of the rounds. p50 ${r.p50.toFixed(1)} ms, p99 ${r.p99.toFixed(1)} ms at 32 connections.`,
    '',
    markdownTable(['ratio', 'measured', 'goal', ''], goals),
    '',
    markdownTable(['a second', 'statements', 'L', 'bare', 'product', 'bare / L', 'product / L'], absolute),
  ].join('\n')
}

export function growthTable({ few, many, ratio, p50 }: GrowthFigures): string {
  const count = (sessions: number) => sessions.toLocaleString('en')
  const row = [
    `week read, ${count(many)} / ${count(few)} sessions`,
    twoDecimals(ratio),
    '≤ 1.2',
    targetMark(ratio, (v) => v <= 1.2),
    `${p50.few.toFixed(1)} / ${p50.many.toFixed(1)}`,
  ]
  return markdownTable(['ratio of the p50', 'measured', 'goal', '', 'p50, ms, few / many'], [row])
}

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
  const goal = ({ script }: { script: number }) => ['≤ 100 ms', script <= 100 ? 'met' : '**missed**']
  return markdownTable(
    [`a month of ${c.things}`, 'script', 'shown after', 'goal for the script', ''],
    [
      ['week to month', formatMilliseconds(c.toMonth.script), formatMilliseconds(c.toMonth.shown), ...goal(c.toMonth)],
      ['month to week', formatMilliseconds(c.toWeek.script), formatMilliseconds(c.toWeek.shown), ...goal(c.toWeek)],
      ['an arrow key moves the focus', '', formatMilliseconds(c.key), '', ''],
      ['an arrow moves a session (M)', '', formatMilliseconds(c.moved), 'the next frame', ''],
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

export function lighthouseTable(pages: PageFigures[]): string {
  const row = ({ name, goal, scores, metrics: { lcp, tbt, cls }, machine, faults }: PageFigures) => {
    const whole = scores.accessibility === 100 && scores['best-practices'] === 100
    const met = scores.performance >= goal && whole && lcp <= 2_500 && tbt <= 150 && cls <= 0.05
    return [
      name,
      `${scores.performance} (≥ ${goal})`,
      [String(scores.accessibility), ...faults].join(' '),
      String(scores['best-practices']),
      (lcp / 1000).toFixed(2),
      tbt.toFixed(0),
      cls.toFixed(3),
      machine.toFixed(0),
      met ? 'met' : '**missed**',
    ]
  }
  return markdownTable(
    [
      'page',
      'performance',
      'accessibility (100)',
      'best practices (100)',
      'LCP, s (≤ 2.5)',
      'TBT, ms (≤ 150)',
      'CLS (≤ 0.05)',
      'machine',
      '',
    ],
    pages.map(row),
  )
}
