import type { PlanContent } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import type { TFunction } from 'i18next'

/** Returns a plan as lines of text, for comparing two versions. */
export const planLines = (
  { goals, interventions, reviewOn }: PlanContent,
  t: TFunction<'treatmentPlan'>,
  day: (day: string) => string,
): string[] => [
  ...goals.flatMap((goal) => [
    t('lines.goal', { text: goal.text }),
    ...goal.objectives.map(({ text, measure, target, targetOn, state, score }) =>
      t('lines.objective', {
        text: [
          text,
          measure && t('measuredBy', { measure }),
          target && t('targetIs', { target }),
          score && t(`score.${score.reach}`, score),
          targetOn && t('by', { day: day(targetOn) }),
          t(`state.${state}`),
        ]
          .filter(Boolean)
          .join(' · '),
      }),
    ),
  ]),
  ...interventions.map((text) => t('lines.intervention', { text })),
  ...(reviewOn ? [t('reviewOn', { day: day(reviewOn) })] : []),
]

export type ComparedLine = { text: string; change: 'same' | 'added' | 'removed' }

/** Merges the lines of two versions into one list with removed and added lines marked. */
export function compareLines(before: readonly string[], after: readonly string[]): ComparedLine[] {
  const common = longestCommon(before, after)
  const lines: ComparedLine[] = []
  let [one, other] = [0, 0]
  for (const text of [...common, null]) {
    while (one < before.length && before[one] !== text) lines.push({ text: before[one++] ?? '', change: 'removed' })
    while (other < after.length && after[other] !== text) lines.push({ text: after[other++] ?? '', change: 'added' })
    if (text !== null) lines.push({ text, change: 'same' })
    one++
    other++
  }
  return lines
}

/** Returns the longest common subsequence of two lists of lines. */
function longestCommon(before: readonly string[], after: readonly string[]): string[] {
  const lengths = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0))
  const at = (one: number, other: number) => lengths[one]?.[other] ?? 0
  for (let one = before.length - 1; one >= 0; one--)
    for (let other = after.length - 1; other >= 0; other--) {
      const row = lengths[one]
      if (row)
        row[other] =
          before[one] === after[other] ? at(one + 1, other + 1) + 1 : Math.max(at(one + 1, other), at(one, other + 1))
    }
  const common: string[] = []
  for (let one = 0, other = 0; one < before.length && other < after.length;) {
    const line = before[one] ?? ''
    if (line === after[other]) {
      common.push(line)
      one++
      other++
    } else if (at(one + 1, other) >= at(one, other + 1)) one++
    else other++
  }
  return common
}
