import { instrumentOf } from '@attune/contract/features/care/task/task.scores'
import { questionnaires } from '@attune/contract/features/care/task/task.rules'
import { scoreTargets } from '@attune/contract/features/care/treatment-plan/treatment-plan.rules'
import type { TargetScore } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { NativeSelect, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import classes from '../treatment-plan.module.css'

type Props = { score: TargetScore | undefined; onChange: (score: TargetScore | undefined) => void }

/**
 * The score that measures an objective: the questionnaire, and the points to reach. For a questionnaire that Attune ships, proposes the score below
 * which symptoms are at most mild; for the therapist's own questionnaire, proposes 0.
 */
export function TargetScoreFields({ score, onChange }: Props) {
  const { t } = useTranslation('treatmentPlan')
  const { data } = useQuery(orpc.measure.list.queryOptions({ input: {} }))
  const own = (data?.items ?? []).filter(({ version }) => version !== null)
  const choose = (questionnaire: string) => {
    const name = questionnaires.find((one) => one === questionnaire)
    const measure = own.find(({ id }) => id === questionnaire)
    if (measure) return onChange({ questionnaire, title: measure.title, reach: 'below', points: 0 })
    if (!name) return onChange(undefined)
    const { title, bands } = instrumentOf(name)
    onChange({
      questionnaire,
      title,
      reach: 'below',
      points: bands.find(({ known }) => known === 'moderate')?.from ?? 0,
    })
  }
  return (
    <div className={classes.pair}>
      <NativeSelect
        label={t('form.score.questionnaire')}
        value={score?.questionnaire ?? ''}
        data={[
          { value: '', label: t('form.score.none') },
          ...questionnaires.map((name) => ({ value: name, label: instrumentOf(name).title })),
          ...own.map(({ id, title }) => ({ value: id as string, label: title })),
          ...(score && ![...questionnaires, ...own.map(({ id }) => id)].some((one) => one === score.questionnaire)
            ? [{ value: score.questionnaire, label: score.title }]
            : []),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {score && <PointsFields score={score} onChange={onChange} />}
    </div>
  )
}

/** Fields for the points to reach, and for the side from which they are reached. */
function PointsFields({ score, onChange }: { score: TargetScore; onChange: (score: TargetScore) => void }) {
  const { t } = useTranslation('treatmentPlan')
  return (
    <div className={classes.pair}>
      <NativeSelect
        label={t('form.score.reach')}
        value={score.reach}
        data={scoreTargets.map((value) => ({ value, label: t(`form.score.${value}`) }))}
        onChange={(event) =>
          onChange({ ...score, reach: scoreTargets.find((one) => one === event.currentTarget.value) ?? 'below' })
        }
      />
      <NumberInput
        label={t('form.score.points')}
        value={score.points}
        {...limitsOf(score)}
        clampBehavior="blur"
        onChange={(points) => typeof points === 'number' && onChange({ ...score, points })}
      />
    </div>
  )
}

/** The lowest and the highest points of a questionnaire that Attune ships. */
function limitsOf({ questionnaire }: TargetScore) {
  const name = questionnaires.find((one) => one === questionnaire)
  if (!name) return {}
  const { range } = instrumentOf(name)
  return range ? { min: range.from, max: range.to } : {}
}
