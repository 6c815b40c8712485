import type { SessionPrep } from '@attune/contract/features/care/session-prep/session-prep'
import { IconBan, IconCircleCheckFilled, IconCircleDashed, IconFlag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { StatusBadge } from '../../../ui/page/status/StatusBadge.tsx'
import { dateText, localDay, dayText } from '../../../ui/page/date-text.ts'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import classes from './session-prep.module.css'
import { CheckInLineChart } from './CheckInLineChart.tsx'
import { MoreItems, SessionPrepPart, mostItems } from './SessionPrepPart.tsx'
import { SubmittedForms, UnreadMessagesPart } from './SubmittedForms.tsx'

type Task = SessionPrep['tasks']['open'][number]

const isRaised = ({ flag }: Task) => flag === 'raised'

const questionnaires = { 'phq-9': 'PHQ-9', 'gad-7': 'GAD-7' } as const

/** Returns the scores of the therapist's own questionnaires. A session prep that was stored by the previous build has none. */
const measuresIn = (prep: SessionPrep) => prep.measures ?? []

/** Returns whether the session prep has no content. */
export const isEmptySessionPrep = (prep: SessionPrep) => {
  const { tasks, checkIns, scores, entries, unreadMessages, forms, lastNote, nextSteps, objectives } = prep
  const lists = [tasks.completed, tasks.declined, tasks.open, checkIns, scores, measuresIn(prep), entries, forms]
  const isNothingRead = lists.every(({ length }) => length === 0) && unreadMessages === 0
  return isNothingRead && !lastNote && nextSteps === '' && objectives === ''
}

/** Shows the parts of a session prep that have content. */
export function SessionPrepDetails({ brief }: { brief: SessionPrep }) {
  const { t } = useTranslation('sessionPrep')
  const { client, tasks, checkIns, scores, entries, unreadMessages, forms, lastNote, nextSteps, objectives } = brief
  const titles = [...new Set(checkIns.map(({ title }) => title))]
  return (
    <div className={classes.parts}>
      {nextSteps && (
        <SessionPrepPart title={t('nextSteps')}>
          <p className={classes.text}>{nextSteps}</p>
        </SessionPrepPart>
      )}
      {objectives && (
        <SessionPrepPart title={t('objectives')}>
          <p className={classes.text}>{objectives}</p>
        </SessionPrepPart>
      )}
      {lastNote && <LastNote note={lastNote} />}
      <Tasks tasks={tasks} />
      {titles.length > 0 && (
        <SessionPrepPart title={t('checkIns')}>
          {titles.map((title) => (
            <CheckInLineChart key={title} title={title} points={checkIns.filter((one) => one.title === title)} />
          ))}
        </SessionPrepPart>
      )}
      {scores.length + measuresIn(brief).length > 0 && <Scores scores={scores} measures={measuresIn(brief)} />}
      {entries.length > 0 && <Entries entries={entries} />}
      {forms.length > 0 && <SubmittedForms forms={forms} clientId={client.id} />}
      {unreadMessages > 0 && <UnreadMessagesPart count={unreadMessages} clientId={client.id} />}
      <p className={classes.none}>{t('private')}</p>
    </div>
  )
}

/**
 * Shows the first lines of the last note about the client, with a link to its session. A session prep that was stored by the previous build has no
 * note.
 */
function LastNote({ note: { sessionId, startsAt, lines } }: { note: NonNullable<SessionPrep['lastNote']> }) {
  const { t } = useTranslation('sessionPrep')
  const locale = useLocale()
  return (
    <SessionPrepPart
      title={t('lastNote')}
      hint={
        <TextLink
          to="/dashboard/$userType/sessions/session-details"
          params={{ userType: 'therapist' }}
          search={{ id: sessionId }}
        >
          {dateText(localDay(startsAt, locale), locale.language)}
        </TextLink>
      }
    >
      <p className={classes.text}>{lines}</p>
    </SessionPrepPart>
  )
}

function Tasks({ tasks }: { tasks: SessionPrep['tasks'] }) {
  const { t } = useTranslation('sessionPrep')
  const all = [...tasks.declined, ...tasks.completed, ...tasks.open]
  // Tasks with a raised flag come first, because they must never be omitted from the list.
  const ofTasks = [...all.filter(isRaised), ...all.filter((task) => !isRaised(task))]
  if (ofTasks.length === 0) return null
  return (
    <SessionPrepPart
      title={t('tasks')}
      hint={
        <MetaList>
          {(['completed', 'declined', 'open'] as const).map((part) =>
            tasks[part].length > 0 ? t(`counts.${part}`, { count: tasks[part].length }) : '',
          )}
        </MetaList>
      }
    >
      <ul className={classes.list}>
        {ofTasks.slice(0, mostItems).map((task) => (
          <li key={task.id}>
            <TaskLine task={task} />
          </li>
        ))}
      </ul>
      <MoreItems count={ofTasks.length - mostItems} />
    </SessionPrepPart>
  )
}

function Scores({ scores, measures }: Pick<SessionPrep, 'scores' | 'measures'>) {
  const { t } = useTranslation('sessionPrep')
  return (
    <SessionPrepPart title={t('scores')}>
      <ul className={classes.list}>
        {scores.map(({ at, name, score, before }) => (
          <li key={at + name}>
            <MetaList size={14}>
              <strong>{t('score', { name: questionnaires[name], score })}</strong>
              {before === null ? t('first') : t('before', { score: before })}
            </MetaList>
          </li>
        ))}
        {measures.map((measure) => (
          <li key={measure.at + measure.title}>
            <MeasureLine {...measure} />
          </li>
        ))}
      </ul>
    </SessionPrepPart>
  )
}

/** Shows the main score of one of the therapist's own questionnaires with its range, band, date and the previous score. */
function MeasureLine({ at, title, score, range, band, before }: SessionPrep['measures'][number]) {
  const { t } = useTranslation(['sessionPrep', 'taskForms'])
  const locale = useLocale()
  const { format } = new Intl.NumberFormat(locale.language, { maximumFractionDigits: 2 })
  const within = range
    ? t('taskForms:measure.within', { score: format(score), from: format(range.from), to: format(range.to) })
    : format(score)
  return (
    <MetaList size={14}>
      <strong>{t('score', { name: title, score: [within, band].filter(Boolean).join(', ') })}</strong>
      {dayText(localDay(at, locale), locale)}
      {before === null ? t('first') : t('before', { score: format(before) })}
    </MetaList>
  )
}

const icons = { completed: IconCircleCheckFilled, denied: IconBan } as const

function TaskLine({ task }: { task: Task }) {
  const { t } = useTranslation('sessionPrep')
  const locale = useLocale()
  const { status, completedAt, declineReason, dueDay, overdue } = task
  const said =
    status === 'completed' && completedAt
      ? t('done', { when: dayText(localDay(completedAt, locale), locale) })
      : status === 'denied'
        ? t('declined', { reason: declineReason })
        : dueDay && t(overdue ? 'overdue' : 'due', { when: dayText(dueDay, locale) })
  const Icon = status === 'completed' || status === 'denied' ? icons[status] : IconCircleDashed
  return (
    <>
      <StatusBadge
        icon={Icon}
        tone={status === 'denied' || overdue ? 'warning' : status === 'completed' ? 'success' : 'quiet'}
      >
        <TextLink to="/dashboard/$userType/tasks/$taskId" params={{ userType: 'therapist', taskId: task.id }}>
          {task.title}
        </TextLink>
      </StatusBadge>
      {isRaised(task) && (
        <div>
          <StatusBadge icon={IconFlag} tone="danger">
            {t('raised')}
          </StatusBadge>
        </div>
      )}
      {said && <div className={classes.said}>{said}</div>}
    </>
  )
}

function Entries({ entries }: { entries: SessionPrep['entries'] }) {
  const { t } = useTranslation('sessionPrep')
  const locale = useLocale()
  const whenOf = (at: string) => dateText(localDay(at, locale), locale.language)
  return (
    <SessionPrepPart title={t('entries')}>
      <ul className={classes.list}>
        {entries.slice(0, mostItems).map(({ id, title, writtenAt, isNew }) => (
          <li key={id}>
            <TextLink to={`/dashboard/therapist/journals/${id}` as '/'}>
              {title || t('untitled', { when: whenOf(writtenAt) })}
            </TextLink>
            <div className={classes.said}>
              <MetaList>
                {title ? whenOf(writtenAt) : ''}
                {isNew ? t('new') : ''}
              </MetaList>
            </div>
          </li>
        ))}
      </ul>
      <MoreItems count={entries.length - mostItems} />
    </SessionPrepPart>
  )
}
