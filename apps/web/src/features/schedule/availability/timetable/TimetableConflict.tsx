import type { BookingRules } from '@attune/contract/features/schedule/availability/availability'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { weekdayText } from '../../../../ui/page/date-text.ts'
import { VersionConflict } from '../../../../ui/editor/VersionConflict.tsx'
import { normalizeHours, type EditedRange } from '../week/hours.ts'
import { timetableDifferences, type TimetableDraft } from './draft.ts'
import classes from './timetable.module.css'

type Props = { mine: TimetableDraft; theirs: TimetableDraft; onKeep: () => void; onTake: () => void }

/**
 * Lists the differences between this window's timetable and the version that another window has saved in the meantime.
 * The therapist chooses one of the two versions.
 */
export function TimetableConflict({ mine, theirs, onKeep, onTake }: Props) {
  const { t } = useTranslation(['timetable', 'session'])
  const { language } = useLocale()
  const { days, rules } = timetableDifferences(mine, theirs)
  const hours = (ranges: EditedRange[] = []) =>
    ranges.length === 0
      ? t('closed')
      : normalizeHours(ranges)
          .map(({ from, until, formats, location }) =>
            [`${from} – ${until}`, ...formats.map((format) => t(`session:format.${format}`)), location]
              .filter(Boolean)
              .join(', '),
          )
          .join('; ')
  const rule = (value: BookingRules[keyof BookingRules]) => (value === null ? t('rules.noLimit') : String(value))
  const rows = [
    ...days.map(
      (day) => [weekdayText(day + 1, language, 'title'), hours(mine.days[day]), hours(theirs.days[day])] as const,
    ),
    ...rules.map((name) => [t(`rules.${name}`), rule(mine.rules[name]), rule(theirs.rules[name])] as const),
  ]
  return (
    <VersionConflict title={t('elsewhere.title')} mine={{ onChoose: onKeep }} theirs={{ onChoose: onTake }}>
      {rows.length === 0 && t('elsewhere.nothing')}
      <dl className={classes.elsewhere}>
        {rows.map(([name, own, other]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{t('elsewhere.mine', { what: own })}</dd>
            <dd>{t('elsewhere.theirs', { what: other })}</dd>
          </div>
        ))}
      </dl>
    </VersionConflict>
  )
}
