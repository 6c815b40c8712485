import { formatMilliseconds, markdownTable, twoDecimals } from './cells.ts'
import type { FirstContentFigures } from './first-content.ts'
import type { PageFigures } from './lighthouse.ts'
import type { PageWorkFigures } from './page-work.ts'
import type { SecondVisitFigures } from './second-visit.ts'

export function lighthouseTable(pages: PageFigures[]): string {
  const hasBefore = pages.some(({ before }) => before)
  const row = (page: PageFigures) => {
    const { name, goal, scores, metrics, before, shell, ratio, machine, faults, calls, callBytes, scriptBytes } = page
    const { lcp, tbt, cls } = metrics
    const whole = scores.accessibility === 100 && scores['best-practices'] === 100
    const met = scores.performance >= goal && ratio >= 0.95 && whole && lcp <= 2_500 && tbt <= 200 && cls <= 0.02
    return [
      name,
      `${scores.performance} (≥ ${goal})`,
      ...(hasBefore ? [before ? earlier(before) : ''] : []),
      shell.toFixed(0),
      twoDecimals(ratio),
      [String(scores.accessibility), ...faults].join(' '),
      String(scores['best-practices']),
      (lcp / 1000).toFixed(2),
      tbt.toFixed(0),
      cls.toFixed(3),
      (scriptBytes / 1000).toFixed(0),
      `${calls}, ${(callBytes / 1000).toFixed(1)}`,
      machine.toFixed(0),
      met ? 'met' : '**missed**',
    ]
  }
  return markdownTable(
    [
      'page',
      'performance',
      ...(hasBefore ? ['before, in turn with it: performance, LCP, TBT'] : []),
      'bare shell',
      'product / shell (≥ 0.95)',
      'accessibility (100)',
      'best practices (100)',
      'LCP, s (≤ 2.5)',
      'TBT, ms (≤ 200)',
      'CLS (≤ 0.02)',
      'script before the first content, kB (≤ 90)',
      'calls, kB',
      'machine',
      '',
    ],
    pages.map(row),
  )
}

const earlier = ({ performance, metrics }: NonNullable<PageFigures['before']>) =>
  `${performance}, ${(metrics.lcp / 1000).toFixed(2)} s, ${metrics.tbt.toFixed(0)} ms`

/** Returns a Markdown table of visits that the service worker answers. */
export const secondVisitTable = (pages: SecondVisitFigures[]) =>
  markdownTable(
    ['second visit, processor four times slower', 'frame (≤ 0.5 s)', 'content (≤ 1 s)', ''],
    pages.map(({ name, frame, content }) => [
      name,
      formatMilliseconds(frame),
      formatMilliseconds(content),
      frame <= 500 && content <= 1_000 ? 'met' : '**missed**',
    ]),
  )

/** Returns a Markdown table of the first content of pages. */
export const firstContentTable = (pages: FirstContentFigures[]) =>
  markdownTable(
    [
      'page, processor four times slower',
      'first paint',
      'first text',
      'empty cache',
      'goal',
      'first use',
      'seen before',
      'goal',
      'longest task',
      '',
    ],
    pages.map(({ name, paint, text, use, cold, warm, longestTask, goals }) => [
      name,
      formatMilliseconds(paint),
      formatMilliseconds(text),
      formatMilliseconds(cold),
      `≤ ${formatMilliseconds(goals.cold)}`,
      formatMilliseconds(use),
      warm === null ? '' : formatMilliseconds(warm),
      warm === null ? '' : `≤ ${formatMilliseconds(goals.warm)}`,
      formatMilliseconds(longestTask),
      cold <= goals.cold && (warm ?? 0) <= goals.warm ? 'met' : '**missed**',
    ]),
  )

/** Returns a Markdown table of the work before the first content. The budget of processor time grows with a slower machine. */
export const pageWorkTable = (pages: PageWorkFigures[]) =>
  markdownTable(
    ['page', 'visit', 'components', 'budget', 'processor time', 'budget', 'longest task', ''],
    pages.flatMap(({ page, cold, warm, slower }) =>
      [
        { visit: 'empty cache', work: cold, budget: page.budget.cold },
        { visit: 'seen before', work: warm, budget: page.budget.warm },
      ].flatMap(({ visit, work, budget }) => {
        if (!work || !budget) return []
        const cpu = budget.cpu * slower
        return [
          [
            page.name,
            visit,
            String(work.components),
            `≤ ${budget.components}`,
            formatMilliseconds(work.cpu),
            `≤ ${formatMilliseconds(cpu)}`,
            formatMilliseconds(work.longest),
            work.components <= budget.components && work.cpu <= cpu ? 'met' : '**missed**',
          ],
        ]
      }),
    ),
  )
