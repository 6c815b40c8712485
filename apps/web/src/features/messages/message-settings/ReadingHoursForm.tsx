import { endsAfterStart } from '@attune/contract/features/schedule/availability/availability.rules'
import type { OwnMessageSettings } from '@attune/contract/features/messages/message-settings/message-settings'
import { maxReadingPeriods } from '@attune/contract/features/messages/message-settings/message-settings.rules'
import { isClockTime, weekdays } from '@attune/contract/common/time/time'
import { ActionIcon, Checkbox, VisuallyHidden } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { useDraft } from '../../../platform/draft/use-draft.ts'
import { useKeptChanges } from '../../../platform/draft/use-kept-changes.ts'
import { useMe } from '../../../platform/login/login.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { AddButton } from '../../../ui/list/AddButton.tsx'
import { FormError } from '../../../ui/base/FormError.tsx'
import { weekdayText } from '../../../ui/page/date-text.ts'
import { SaveForm } from '../../../ui/editor/SaveForm.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { useNow } from '../../../ui/page/use-now.ts'
import { TimeInput } from '../../../ui/input/TimeInput.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { reportUnreadable } from '../../../ui/input/use-typed-entry.ts'
import classes from './message-settings.module.css'
import { readingHoursText } from './reading-hours.ts'
import { useCachedMessageSettings } from './use-message-settings.ts'

type Period = OwnMessageSettings['readingHours'][number]
const newPeriod: Period = { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00' }

/** Returns the reason why a period cannot be saved; null if it can. */
const problemOf = ({ days, from, until }: Period): 'days' | 'times' | null => {
  if (days.length === 0) return 'days'
  return isClockTime(from) && until !== '' && endsAfterStart({ from, until }) ? null : 'times'
}

/** Edits the weekly hours in which the therapist reads messages, with the sentence that clients see. */
export function ReadingHoursForm({ saved }: { saved: Period[] }) {
  const { t } = useTranslation('messageSettings')
  const { draft, showsProblems, save, submit } = useReadingHoursForm(saved)
  const { periods } = draft.value
  const put = (next: Period[]) => {
    draft.change({ periods: next })
    if (save.isError) save.reset()
  }
  return (
    <SaveForm draft={draft} save={save} onSubmit={submit}>
      <Section title={t('hours.title')} hint={t('hours.hint')} hiddenTitle>
        <div className={classes.fields}>
          {periods.length > 0 && (
            <ul className={classes.periods}>
              {periods.map((period, place) => (
                // The key is the position, because two periods may be equal while the form is edited.
                <PeriodFields
                  key={place}
                  period={period}
                  problem={showsProblems ? problemOf(period) : null}
                  onChange={(next) => put(periods.with(place, next))}
                  onRemove={() => put(periods.toSpliced(place, 1))}
                />
              ))}
            </ul>
          )}
          {periods.length < maxReadingPeriods && (
            <div>
              <AddButton onClick={() => put([...periods, newPeriod])}>{t('hours.add')}</AddButton>
            </div>
          )}
          <HoursPreview periods={periods} />
        </div>
      </Section>
    </SaveForm>
  )
}

function useReadingHoursForm(saved: Period[]) {
  const { t } = useTranslation('settings')
  const setCached = useCachedMessageSettings()
  const draft = useDraft('reading-hours', () => ({ periods: saved }))
  const keepChanges = useKeptChanges(draft)
  const [showsProblems, setShowsProblems] = useState(false)
  const save = useMutation({
    mutationFn: (readingHours: Period[]) => api.messageSettings.saveReadingHours({ readingHours }),
    onSuccess: (_, readingHours) => {
      setCached({ readingHours })
      keepChanges({ periods: readingHours }, { periods: readingHours })
      toast.success(t('form.saved'))
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { periods } = draft.value
    const isInvalid = periods.some((period) => problemOf(period) !== null)
    setShowsProblems(isInvalid)
    if (!isInvalid && !save.isPending && !reportUnreadable(event.currentTarget)) save.mutate(periods)
  }
  return { draft, showsProblems, save, submit }
}

/** Shows the sentence that clients see above their message field, or says that they see none. */
function HoursPreview({ periods }: { periods: Period[] }) {
  const { t } = useTranslation('messageSettings')
  const locale = useLocale()
  const name = useMe()?.displayName ?? ''
  const valid = periods.filter((period) => problemOf(period) === null)
  const hours = readingHoursText(valid, locale.zone, locale, useNow())
  return (
    <div className={classes.preview}>
      <h3>{t('preview')}</h3>
      <p>{hours ? t('hours.notice', { name, hours }) : t('hours.none')}</p>
    </div>
  )
}

type PeriodProps = {
  period: Period
  problem: ReturnType<typeof problemOf>
  onChange: (period: Period) => void
  onRemove: () => void
}

function PeriodFields({ period, problem, onChange, onRemove }: PeriodProps) {
  const { t } = useTranslation('messageSettings')
  const { language } = useLocale()
  const { days, from, until } = period
  const toggle = (day: number, checked: boolean) =>
    onChange({ ...period, days: checked ? [...days, day].sort() : days.filter((one) => one !== day) })
  return (
    <li className={classes.period}>
      <fieldset>
        <VisuallyHidden component="legend">{t('hours.days')}</VisuallyHidden>
        {weekdays.map((day) => (
          <Checkbox
            key={day}
            label={weekdayText(day, language, 'short')}
            checked={days.includes(day)}
            onChange={(event) => toggle(day, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <TimeInput label={t('hours.from')} value={from} onChange={(next) => onChange({ ...period, from: next })} />
      <TimeInput label={t('hours.until')} value={until} onChange={(next) => onChange({ ...period, until: next })} />
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('hours.remove')} onClick={onRemove}>
        <IconTrash size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {problem && <FormError>{t(`hours.problem.${problem}`)}</FormError>}
    </li>
  )
}
