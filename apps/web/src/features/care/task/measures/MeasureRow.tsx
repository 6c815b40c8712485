import type { ClientMeasure, Instrument } from '@attune/contract/features/care/task/task.measures'
import { bandOf } from '@attune/contract/features/care/task/task.scores'
import { IconClock, IconMinus, IconMoon, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { datePartsText, localDay } from '../../../../ui/page/date-text.ts'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { useMeasureResultText } from '../detail/score-text.ts'
import classes from './measures.module.css'

type Props = { row: ClientMeasure; instrument: Instrument | undefined }

/** The latest score of one client in one measure, with its range, band and date, its change, and whether a copy is not answered. */
export function MeasureRow({ row, instrument }: Props) {
  const { t } = useTranslation(['measures', 'taskForms'])
  const locale = useLocale()
  const { client, latest, change, open } = row
  const name = `${client.firstName} ${client.lastName}`
  return (
    <tr>
      <td className={classes.client}>
        <PersonAvatar personId={client.personId} name={name} url={client.avatarUrl} size={28} />
        <Link
          className={classes.name}
          to="/dashboard/therapist/clients/$clientId/client-profile"
          params={{ clientId: client.id }}
          search={{ tab: 'tasks' }}
        >
          {name}
        </Link>
        {row.paused && <StatusBadge icon={IconMoon}>{t('paused')}</StatusBadge>}
      </td>
      <td className={classes.instrument}>{instrument && <span className={classes.text}>{instrument.title}</span>}</td>
      <td className={classes.score}>
        {latest && instrument ? <ScoreText latest={latest} instrument={instrument} /> : t('noScore')}
      </td>
      <td className={classes.answered}>
        {latest &&
          datePartsText(localDay(latest.at, locale), locale.language, {
            day: 'numeric',
            month: 'short',
            year: 'numeric',
          })}
      </td>
      <td className={classes.change}>{change && <MeasureChange change={change} />}</td>
      <td className={classes.open}>{open && <OpenMeasure open={open} />}</td>
    </tr>
  )
}

type ScoreProps = { latest: NonNullable<ClientMeasure['latest']>; instrument: Instrument }

/**
 * A score with its band, and its highest value or its range. The score of a therapist's own questionnaire has the band and range of the answered
 * version.
 */
function ScoreText({ latest: { score, result }, instrument }: ScoreProps) {
  const { t } = useTranslation('taskForms')
  const resultText = useMeasureResultText()
  if (result) return <span className={classes.text}>{resultText({ score, ...result })}</span>
  const band = bandOf(instrument, score)
  if (!band?.known || !instrument.range)
    return <>{resultText({ score, range: instrument.range, band: band?.text ?? null })}</>
  return <>{t('score', { score, most: instrument.range.to, band: t(`band.${band.known}`) })}</>
}

/** The days of the last year are unambiguous without the year. */
const shortDay = { day: 'numeric', month: 'short' } as const
const tones = { improved: 'success', worsened: 'warning', uncertain: 'quiet', unrated: 'quiet' } as const

function MeasureChange({ change: { points, kind, since } }: { change: NonNullable<ClientMeasure['change']> }) {
  const { t } = useTranslation('measures')
  const locale = useLocale()
  const icon = points < 0 ? IconTrendingDown : points > 0 ? IconTrendingUp : IconMinus
  const number = new Intl.NumberFormat(locale.language, { signDisplay: 'exceptZero', maximumFractionDigits: 2 })
    .format(points)
    .replace('-', '−')
  return (
    <>
      <StatusBadge icon={icon} tone={tones[kind]}>
        {t(`change.${kind}`, { points: number })}
      </StatusBadge>{' '}
      <span className={classes.since}>
        {t('since', { day: datePartsText(localDay(since, locale), locale.language, shortDay) })}
      </span>
    </>
  )
}

function OpenMeasure({ open: { since, dueDay, overdue } }: { open: NonNullable<ClientMeasure['open']> }) {
  const { t } = useTranslation('measures')
  const locale = useLocale()
  const day = datePartsText(overdue && dueDay ? dueDay : localDay(since, locale), locale.language, shortDay)
  return (
    <StatusBadge icon={IconClock} tone={overdue ? 'warning' : 'quiet'}>
      {t(overdue ? 'open.overdue' : 'open.since', { day })}
    </StatusBadge>
  )
}
