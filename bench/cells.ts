/** Formats milliseconds without decimals. */
export const formatMilliseconds = (value: number) => `${value.toFixed(0)} ms`

/** Formats a number with two decimals. Returns 'no pgbench' for null. */
export const twoDecimals = (value: number | null) => (value === null ? 'no pgbench' : value.toFixed(2))

/** Returns 'met' or '**missed**' for a target, and a dash if the value is null. */
export const targetMark = (value: number | null, met: (value: number) => boolean) =>
  value === null ? '–' : met(value) ? 'met' : '**missed**'

export function markdownTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
