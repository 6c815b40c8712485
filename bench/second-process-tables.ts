import { formatMilliseconds, markdownTable, twoDecimals } from './cells.ts'
import type { SecondProcessFigures } from './second-process.ts'

const names = { alone: 'one server', one: 'one server behind haproxy', two: 'two servers behind haproxy' } as const
const kindNames = { week: 'week read', insert: 'session insert' } as const

/** Returns Markdown tables that compare one and two servers on one database. */
export function secondProcessTable({ slices, idle, rounds }: SecondProcessFigures): string {
  const rows = (Object.keys(kindNames) as (keyof typeof kindNames)[]).flatMap((kind) =>
    (Object.keys(names) as (keyof typeof names)[]).map((variant) => {
      const { perSecond, p50, p99, servers, postgres, proxy } = slices[kind][variant]
      return [
        kindNames[kind],
        names[variant],
        perSecond.toFixed(0),
        twoDecimals(perSecond / slices[kind].alone.perSecond),
        `${p50.toFixed(1)} ms`,
        `${p99.toFixed(1)} ms`,
        ...[servers, postgres, proxy].map(twoDecimals),
      ]
    }),
  )
  const idleRow = (variant: 'one' | 'two') => [
    names[variant],
    `${idle[variant].megabytes.toFixed(0)} MB`,
    formatMilliseconds(idle[variant].cpu),
  ]
  return [
    `32 connections; medians of ${rounds} rounds.`,
    '',
    markdownTable(
      ['request', '', 'a second', '/ one server', 'p50', 'p99', 'CPU of a request, ms: servers', 'Postgres', 'proxy'],
      rows,
    ),
    '',
    markdownTable(['idle', 'memory of all (PSS)', 'CPU of all in a second'], [idleRow('one'), idleRow('two')]),
  ].join('\n')
}
