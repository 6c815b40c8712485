import type { BackupLoadFigures } from './backup-load.ts'
import { markdownTable, targetMark, twoDecimals } from './cells.ts'

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
