import { markdownTable, targetMark } from './cells.ts'
import type { SyncFigures, SyncRunFigures } from './sync.ts'

export function syncTable(s: SyncFigures): string {
  const row = (name: string, run: SyncRunFigures, goal = '', isMet?: (run: SyncRunFigures) => boolean) => [
    name,
    `${(run.took / 1000).toFixed(1)} s`,
    run.requests.toLocaleString('en'),
    `${run.before.toFixed(0)} → ${run.highest.toFixed(0)}`,
    goal,
    isMet ? targetMark(0, () => isMet(run)) : '',
  ]
  const count = (number: number) => number.toLocaleString('en')
  const few = (run: SyncRunFigures) => run.requests <= 3
  return markdownTable(
    ['', 'took', 'requests', 'server, MB, before → at most', 'goal', ''],
    [
      row(
        `${count(s.events.written)} sessions are written first`,
        s.firstWrite,
        '≤ 5 min',
        (run) => run.took <= 300_000,
      ),
      row('the check after it', s.afterWrite, '≤ 3 requests', few),
      row('a check with nothing new', s.nothingNew, '≤ 3 requests', few),
      row('the same, at a server without tokens', s.withoutTokens, '≤ 3 requests', few),
      row('all of them are written again, with initials', s.rewrite),
      row('the first write at a server without etags', s.writeWithoutEtags, '≤ 5 min', (run) => run.took <= 300_000),
      row(`${count(s.events.foreign)} events of others are read first`, s.firstRead),
      row('a check with nothing new', s.nothingNewOfMany, '≤ 3 requests', few),
      row('the daily comparison of all of them', s.daily),
    ],
  )
}
