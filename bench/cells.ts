/** Milliseconds without a fraction. */
export const ms = (value: number) => `${value.toFixed(0)} ms`

/** Two decimals; null where there was no pgbench to measure with. */
export const two = (value: number | null) => (value === null ? 'no pgbench' : value.toFixed(2))

/** Whether a goal is met. */
export const verdict = (value: number | null, met: (value: number) => boolean) =>
  value === null ? '–' : met(value) ? 'met' : '**missed**'

/** A table in Markdown. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
