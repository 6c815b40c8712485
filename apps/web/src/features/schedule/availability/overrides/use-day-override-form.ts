import type { Availability } from '@attune/contract/features/schedule/availability/availability'
import { isDay, shiftDay, weekdayOf } from '@attune/contract/common/time/time'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { localDay, dayText, type Locale } from '../../../../ui/page/date-text.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import { hasProblem, availabilityProblems, normalizeHours, defaultHours, type EditedRange } from '../week/hours.ts'

type Props = {
  single: Availability['days'][number] | null
  weekly: EditedRange[][]
  /** The language of the signed-in person and the zone of the therapist. */
  locale: Locale
  onSave: (day: string, ranges: EditedRange[]) => Promise<void>
  onClose: () => void
}

/** Stores the edited hours of a day override, and checks and saves them. */
export function useDayOverrideForm({ single, weekly, locale, onSave, onClose }: Props) {
  const { t } = useTranslation('timetable')
  const today = localDay(useNow().toISOString(), locale)
  const hoursOf = (day: string) => normalizeHours(weekly[weekdayOf(day) - 1] ?? [])
  const draft = useDraft(`open-day-${single?.day ?? 'new'}`, () => {
    const day = single?.day ?? shiftDay(today, 1)
    return { day, ranges: single?.ranges ?? hoursOf(day) }
  })
  const { day, ranges } = draft.value
  const [asked, setAsked] = useState(false)
  const wrongDay = !isDay(day) ? 'dayMissing' : day < today ? 'past' : null
  const wrong = availabilityProblems(ranges).some(hasProblem)
  const save = useMutation({
    mutationFn: () => onSave(day, normalizeHours(ranges)),
    onSuccess: () => {
      draft.forget()
      toast.success(t('single.saved', { day: dayText(day, locale) }))
      onClose()
    },
  })
  const change = (next: Partial<typeof draft.value>) => {
    draft.change({ ...draft.value, ...next })
    if (save.isError) save.reset()
  }
  const setDay = (next: string) => change({ day: next, ...(isDay(next) && !draft.dirty && { ranges: hoursOf(next) }) })
  const setOpen = (open: boolean) => {
    const usual = isDay(day) ? hoursOf(day) : []
    change({ ranges: open ? (usual.length ? usual : [defaultHours]) : [] })
  }
  const submit = () => {
    setAsked(true)
    if (!wrongDay && !wrong) save.mutate()
  }
  return { draft, today, problem: asked && wrongDay, save, change, setDay, setOpen, submit }
}
