import type { ClientId, ObjectiveId, ProgressId } from '@attune/contract/common/ids'
import type { Goal, Objective } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { dateText } from '../../../../ui/page/date-text.ts'
import { ProgressChart, type ProgressPoint } from './ProgressChart.tsx'
import classes from '../treatment-plan.module.css'

const LatestScore = lazyNamed(() => import('./LatestScore.tsx'), 'LatestScore')
const ProgressDialog = lazyNamed(() => import('./ProgressDialog.tsx'), 'ProgressDialog')

/** The progress that was recorded for an objective on one day. */
export type NotedProgress = {
  objectiveId: ObjectiveId
  /** `YYYY-MM-DD`. */
  notedOn: string
  /** Null if a session worked on the objective without recording a number. */
  percent: number | null
  /** Missing if the viewer is a client. */
  id?: ProgressId
  /** Missing if the viewer is a client. */
  comment?: string
}

type Props = {
  goals: readonly Goal[]
  progress: readonly NotedProgress[]
  /** The client whose progress the viewer may record; absent if the viewer is a client. */
  clientId?: ClientId
}

/** The goals of a plan with their objectives and progress; for a therapist, with a button that records progress. */
export function GoalList({ goals, progress, clientId }: Props) {
  return (
    <ol className={classes.goals}>
      {goals.map((goal) => (
        <li key={goal.id}>
          <h3 className={classes.goal}>{goal.text}</h3>
          {goal.objectives.length > 0 && (
            <ul className={classes.objectives}>
              {goal.objectives.map((objective) => (
                <ObjectiveItem
                  key={objective.id}
                  objective={objective}
                  noted={progress.filter((one) => one.objectiveId === objective.id)}
                  clientId={clientId}
                />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}

const marks = {
  open: { icon: IconCircle, tone: 'quiet' },
  reached: { icon: IconCircleCheck, tone: 'success' },
  ended: { icon: IconCircleMinus, tone: 'quiet' },
} as const

type ItemProps = { objective: Objective; noted: readonly NotedProgress[]; clientId: ClientId | undefined }

function ObjectiveItem({ objective, noted, clientId }: ItemProps) {
  const { t } = useTranslation('treatmentPlan')
  const locale = useLocale()
  const [open, setOpen] = useState(false)
  const { text, measure, target, targetOn, state, score } = objective
  const points = noted.filter((one): one is NotedProgress & ProgressPoint => one.percent !== null)
  const { icon, tone } = marks[state]
  return (
    <li className={classes.objective}>
      <div className={classes.texts}>
        <p className={classes.text}>{text}</p>
        <MetaList size={13}>
          <StatusBadge icon={icon} tone={tone}>
            {t(`state.${state}`)}
          </StatusBadge>
          {measure && t('measuredBy', { measure })}
          {target && t('targetIs', { target })}
          {score && t(`score.${score.reach}`, score)}
          {targetOn && t('by', { day: dateText(targetOn, locale.language) })}
        </MetaList>
        {score && clientId && <LatestScore clientId={clientId} score={score} />}
      </div>
      <ProgressChart title={text} points={points} />
      {clientId && (
        <div className={classes.note}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-haspopup="dialog"
            aria-label={t('progress.of', { objective: text })}
            onClick={() => setOpen(true)}
          >
            {t('progress.title')}
          </Button>
          {open && (
            <ProgressDialog clientId={clientId} objective={objective} noted={noted} onClose={() => setOpen(false)} />
          )}
        </div>
      )}
    </li>
  )
}
