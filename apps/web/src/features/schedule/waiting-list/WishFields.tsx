import { weekdays } from '@attune/contract/common/time/time'
import { noticeHourChoices } from '@attune/contract/features/schedule/waiting-list/waiting-list.rules'
import { Group, NativeSelect } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { TimeInput } from '../../../ui/input/TimeInput.tsx'
import { weekdayText } from '../../../ui/page/date-text.ts'
import classes from './waiting-list.module.css'
import { wishParts, type DayPart, wishProblem, type WishDraft } from './wish-draft.ts'

type Props = { wish: WishDraft; onChange: (wish: WishDraft) => void; checked: boolean }

/** The fields of a wish: weekdays, time of day, notice and last day. */
export function WishFields({ wish, onChange, checked }: Props) {
  const { t } = useTranslation('waitingList')
  const problem = checked ? wishProblem(wish) : null
  const set = (change: Partial<WishDraft>) => onChange({ ...wish, ...change })
  return (
    <>
      <WeekdayChoice
        chosen={wish.weekdays}
        problem={problem === 'weekdays'}
        onChange={(days) => set({ weekdays: days })}
      />
      <NativeSelect
        label={t('wish.time')}
        value={wish.part}
        data={[...Object.keys(wishParts), 'times'].map((value) => ({ value, label: t(`part.${value as DayPart}`) }))}
        onChange={(event) => set({ part: event.currentTarget.value as DayPart })}
      />
      {wish.part === 'times' && (
        <Group gap="sm" grow align="flex-start">
          <TimeInput label={t('wish.from')} value={wish.from} onChange={(from) => set({ from })} />
          <TimeInput
            label={t('wish.until')}
            value={wish.until}
            onChange={(until) => set({ until })}
            error={problem === 'times' && t('problem.times')}
          />
        </Group>
      )}
      <NativeSelect
        label={t('wish.notice')}
        value={String(wish.noticeHours)}
        data={[...new Set([...noticeHourChoices, wish.noticeHours])]
          .sort((a, b) => a - b)
          .map((hours) => ({ value: String(hours), label: hours ? t('hours', { count: hours }) : t('wish.noNotice') }))}
        onChange={(event) => set({ noticeHours: Number(event.currentTarget.value) })}
      />
      <DateInput
        label={t('wish.untilDay')}
        value={wish.untilDay}
        onChange={(untilDay) => set({ untilDay })}
        error={problem === 'untilDay' && t('problem.untilDay')}
      />
    </>
  )
}

type DayProps = { chosen: number[]; problem: boolean; onChange: (days: number[]) => void }

function WeekdayChoice({ chosen, problem, onChange }: DayProps) {
  const { t } = useTranslation('waitingList')
  const { language } = useLocale()
  const id = useId()
  return (
    <div>
      <div id={id} className={classes.label}>
        {t('wish.weekdays')}
      </div>
      <div className={classes.days} role="group" aria-labelledby={id}>
        {weekdays.map((day) => (
          <button
            key={day}
            type="button"
            className={classes.day}
            aria-label={weekdayText(day, language, 'title')}
            aria-pressed={chosen.includes(day)}
            onClick={() =>
              onChange(
                chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day].sort((a, b) => a - b),
              )
            }
          >
            {weekdayText(day, language, 'short')}
          </button>
        ))}
      </div>
      {problem && (
        <div className={classes.problem} role="alert">
          {t('problem.weekdays')}
        </div>
      )}
    </div>
  )
}
