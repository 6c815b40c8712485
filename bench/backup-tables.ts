import type { BackupLoadFigures } from './backup-load.ts'
import { markdownTable, targetMark, twoDecimals } from './cells.ts'
import type { PersonalExportFigures } from './personal-export.ts'

export function backupLoadTable(b: BackupLoadFigures): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const row = (name: string, { calm, during }: BackupLoadFigures['p95']) => [
    name,
    ms(calm),
    ms(during),
    twoDecimals(during / calm),
    '',
    '',
  ]
  return markdownTable(
    [
      `${b.pairs} pairs in turns, data of ${(b.size / 1024 ** 2).toFixed(0)} MB`,
      'without',
      'during',
      'ratio',
      'goal',
      '',
    ],
    [
      row('p50', b.p50),
      row('p95', b.p95),
      ['p95, median of the ratios', '', '', twoDecimals(b.ratio), '≤ 1.5', targetMark(b.ratio, (v) => v <= 1.5)],
      ['the ratio of each pair', '', '', b.ratios.map(twoDecimals).join(', '), '', ''],
      ...b.phases.map(([phase, p95]) => [`p95 while: ${phase}`, '', ms(p95), twoDecimals(p95 / b.p95.calm), '', '']),
      ['a backup with its proof', '', `${b.seconds.toFixed(0)} s`, '', '', ''],
    ],
  )
}

export function personalExportTable({ files, bytes, seconds, memory, p95 }: PersonalExportFigures): string {
  const ratio = p95.during / p95.calm
  const grown = memory.most - memory.before
  return markdownTable(
    [`3,000 entries, ${files} files, ${(bytes / 1024 ** 3).toFixed(1)} GB`, '', 'goal', ''],
    [
      ['from the start until it is ready', `${(seconds / 60).toFixed(1)} min`, '', ''],
      [
        'memory of the server, before and at most',
        `${memory.before.toFixed(0)} MB, ${memory.most.toFixed(0)} MB`,
        'flat: + 100 MB',
        targetMark(grown, (v) => v <= 100),
      ],
      ['p95 of requests without and during it', `${p95.calm.toFixed(1)} ms, ${p95.during.toFixed(1)} ms`, '', ''],
      ['ratio', twoDecimals(ratio), '≤ 1.5', targetMark(ratio, (v) => v <= 1.5)],
    ],
  )
}
