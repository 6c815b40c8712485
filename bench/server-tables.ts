import { formatMilliseconds, markdownTable, targetMark, twoDecimals } from './cells.ts'
import type { GrowthFigures } from './growth.ts'
import type { LiveFigures } from './live.ts'
import type { RatioFigures } from './ratios.ts'
import type { RequestKind } from './requests.ts'

/** Returns Markdown tables of the ratios with their targets and of the rates. */
export function ratiosTable(r: RatioFigures): string {
  const atLeast = (name: string, value: number, before: string, goal: number) => [
    name,
    twoDecimals(value),
    before,
    `≥ ${goal.toFixed(2)}`,
    targetMark(value, (v) => v >= goal),
  ]
  const atMost = (name: string, value: number, before: string, goal: number) => [
    name,
    twoDecimals(value),
    before,
    `≤ ${goal}`,
    targetMark(value, (v) => v <= goal),
  ]
  const information = (name: string, value: number | null, before: string) => [name, twoDecimals(value), before, '', '']
  const goals = [
    atLeast('week read (30 sessions) / bare node:http', r.ofBare.week, '0.79', 0.85),
    atLeast('session insert / bare node:http', r.ofBare.insert, '0.72', 0.85),
    information('session insert without background jobs / bare node:http', r.restingOfBare, '0.75'),
    atMost('server CPU of a week read / bare node:http', r.cpu, '1.75', 1.45),
    atMost('p99 / p50 at 32 connections', r.p99 / r.p50, '3.05', 3),
    information('week read / L', r.ofLimit.week, '0.28'),
    information('session insert / L', r.ofLimit.insert, '0.48'),
    information('latest 20 of 5,000, therapist / L', r.ofLimit.latest, '0.29'),
    information('latest 20 of 5,000, client / L', r.ofLimit.latestOfClient, '0.65'),
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
    markdownTable(['ratio', 'measured', 'before', 'goal', ''], goals),
    '',
    markdownTable(['a second', 'statements', 'L', 'bare', 'product', 'bare / L', 'product / L'], absolute),
  ].join('\n')
}

export function growthTable({ few, many, ratio, p50 }: GrowthFigures): string {
  const count = (sessions: number) => sessions.toLocaleString('en')
  const row = [
    `week read, ${count(many)} / ${count(few)} sessions`,
    twoDecimals(ratio),
    '1.58',
    '≤ 1.15',
    targetMark(ratio, (v) => v <= 1.15),
    `${p50.few.toFixed(1)} / ${p50.many.toFixed(1)}`,
  ]
  return markdownTable(['ratio of the p50', 'measured', 'before', 'goal', '', 'p50, ms, few / many'], [row])
}

/** Returns a Markdown table of the times until a change is on the other person's screen. */
export function liveTable({ changes, first, next }: LiveFigures): string {
  const ms = formatMilliseconds
  return markdownTable(
    [`${changes} changes of a session, until the other page shows them`, 'p50', 'before', 'p95', 'goal', ''],
    [
      [
        'the first change after a quiet second',
        ms(first.p50),
        '≥ 500 ms',
        ms(first.p95),
        'p50 ≤ 300 ms',
        targetMark(first.p50, (value) => value <= 300),
      ],
      ['one sent as soon as the first is shown', ms(next.p50), '≥ 500 ms', ms(next.p95), '', ''],
    ],
  )
}
