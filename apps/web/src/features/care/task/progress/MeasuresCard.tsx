import type { QuestionnaireName } from '@attune/contract/features/care/task/task.forms'
import { questionnaires } from '@attune/contract/features/care/task/task.rules'
import { reliableDifference, scoreChange } from '@attune/contract/features/care/task/task.scores'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../../ui/page/date-text.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import type { PickedClient } from '../../../schedule/session/session.ts'
import { useScoreText } from '../detail/score-text.ts'
import { curvesOf } from './curves.ts'
import { OwnMeasure } from './OwnMeasure.tsx'
import classes from './progress.module.css'
import { RepeatMeasureButton, RepeatOwnMeasureButton } from './RepeatMeasureButton.tsx'
import { ScoreChange } from './ScoreChange.tsx'
import type { TaskProgressData } from './task-charts.tsx'

const ScoreChart = lazyInBoundary(() => import('./task-charts.tsx'), 'ScoreChart')

type Props = {
  client: PickedClient
  /** Whether the therapist can assign tasks to the client. */
  may: boolean
  /** Whether the card is in a narrow column. */
  compact?: boolean
}

/**
 * Shows the results of a client's questionnaires, including the therapist's own, in the last 12 months, each with its trend and whether its change is
 * reliable. Renders nothing if there are no results.
 */
export function MeasuresCard({ client, may, compact = false }: Props) {
  const { t } = useTranslation('taskProgress')
  const read = useQuery(orpc.task.progress.queryOptions({ input: { clientId: client.id, weeks: 52 } }))
  if (read.isPending) return <Pending />
  const scores = read.data?.scores ?? []
  const answered = questionnaires.filter((name) => scores.some((one) => one.name === name))
  const curves = curvesOf(read.data)
  if (read.data && answered.length + curves.length === 0) return null
  return (
    <Section title={t('measures')} hint={t('measuresHint')}>
      {!read.data && <Query of={read} failed={t('measuresFailed')} again={t('again')} />}
      <div className={classes.charts}>
        {answered.map((name) => (
          <Measure
            key={name}
            name={name}
            items={scores.filter((one) => one.name === name)}
            compact={compact}
            repeat={may && <RepeatMeasureButton client={client} measure={{ kind: 'questionnaire', name }} />}
          />
        ))}
        {curves.map((curve) => (
          <OwnMeasure
            key={curve.id}
            curve={curve}
            compact={compact}
            repeat={may && <RepeatOwnMeasureButton client={client} id={curve.id} />}
          />
        ))}
      </div>
    </Section>
  )
}

type MeasureProps = { name: QuestionnaireName; items: TaskProgressData['scores']; compact: boolean; repeat: ReactNode }

function Measure({ name, items, compact, repeat }: MeasureProps) {
  const { t } = useTranslation('taskProgress')
  const { language, ...locale } = useLocale()
  const scoreText = useScoreText()
  const [first] = items
  const last = items.at(-1)
  const change = scoreChange(
    name,
    items.map(({ score }) => score),
  )
  return (
    <div className={classes.measure}>
      {items.length > 1 && (
        <Suspense fallback={<Skeleton height={compact ? 180 : 250} />}>
          <ScoreChart name={name} items={items} compact={compact} />
        </Suspense>
      )}
      {last && (
        <div className={classes.latest}>
          <Text size="sm">
            {t('latest', {
              name: name.toUpperCase(),
              day: dateText(localDay(last.at, { language, ...locale }), language),
              result: scoreText(name, last.score),
            })}
          </Text>
          {repeat}
        </div>
      )}
      {first && change && (
        <ScoreChange
          change={change}
          since={first.at}
          source={t('changeSource', { points: reliableDifference[name] })}
        />
      )}
    </div>
  )
}
