import type { ExternalQuestion } from '@attune/contract/features/schedule/external-calendar/external-calendar'
import type { ExternalAnswer } from '@attune/contract/features/schedule/external-calendar/external-calendar.rules'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { FormError } from '../../../ui/base/FormError.tsx'
import { momentText } from '../../../ui/page/date-text.ts'
import { CardRow, Section } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useConflictText } from '../session/session.ts'
import { useFailureText } from './use-failure-text.ts'
import classes from './external-calendar.module.css'

/** Lists Attune's events that were changed in an external calendar, each with the possible answers. Renders nothing if there are none. */
export function ExternalQuestions() {
  const { t } = useTranslation(['calendarQuestion', 'session'])
  const read = useQuery(
    orpc.externalCalendar.questions.queryOptions({ input: {}, staleTime: 0, refetchOnMount: 'always' }),
  )
  const again = () => void read.refetch()
  useSubscription('external_questions', again)
  const items = read.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Section title={t('title')} count={items.length} hint={t('hint')} rows tint="answer">
      {items.map((question) => (
        <QuestionRow key={question.id} question={question} onAnswered={again} />
      ))}
    </Section>
  )
}

type Props = { question: ExternalQuestion; onAnswered: () => void }

function QuestionRow({ question, onAnswered }: Props) {
  const { t } = useTranslation('calendarQuestion')
  const locale = useLocale()
  const failure = useFailureText()
  const conflictText = useConflictText()
  const { id, kind, change, title, startsAt, newStartsAt, calendarName, conflicts, answers } = question
  const answer = useMutation({
    mutationFn: (given: ExternalAnswer) => api.externalCalendar.answer({ id, answer: given }),
    onSuccess: (_, given) => {
      toast.success(t(`done.${given}`))
      onAnswered()
    },
    onError: onAnswered,
  })
  const when = newStartsAt && momentText(newStartsAt, locale)
  const name = title || t('busyTime')
  return (
    <CardRow wraps>
      <div className={classes.about}>
        <span className={classes.name}>
          {kind === 'series' ? t('series', { name }) : `${name} · ${momentText(startsAt, locale)}`}
        </span>
        <p className={classes.quiet}>
          {kind === 'series' && change !== 'moved'
            ? t(`wholeSeries.${change}`, { calendar: calendarName })
            : t(change, { calendar: calendarName, when })}
        </p>
        {conflicts.length > 0 && (
          <p className={classes.quiet}>{t('conflicts', { list: conflicts.map(conflictText).join(', ') })}</p>
        )}
        {answer.isError && <FormError>{failure(answer.error)}</FormError>}
      </div>
      <div className={classes.buttons}>
        {answers.map((one, at) => (
          <Button
            key={one}
            variant={at === 0 && answers.length > 1 && one !== 'cancel' ? 'filled' : 'default'}
            color={one === 'cancel' ? 'red' : undefined}
            disabled={answer.isPending}
            onClick={() => answer.mutate(one)}
          >
            {one === 'apply' ? t(`answer.apply.${change === 'deleted' ? 'deleted' : 'moved'}`) : t(`answer.${one}`)}
          </Button>
        ))}
      </div>
    </CardRow>
  )
}
