import { canEndOn } from '@attune/contract/common/time/time'
import type { Absence } from '@attune/contract/features/schedule/availability/availability'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { useDraft, useForm } from '../../../../platform/draft/use-draft.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useInvalidateAvailability } from '../use-availability-updates.ts'
import {
  absenceDraftOf,
  newAbsenceDraft,
  absenceSpan,
  absenceProblems,
  type AbsenceDraft,
  type AbsenceProblems,
} from './absence-draft.ts'

/**
 * Stores the draft of a new or edited absence, checks and saves it, and counts the sessions in its time (`hits`).
 * @param onSaved receives the saved absence and the number of sessions in its time
 */
export function useAbsenceForm(
  absence: Absence | null,
  zone: string,
  onSaved: (absence: Absence, hits: number) => void,
) {
  const { t } = useTranslation('timetable')
  const changed = useInvalidateAvailability()
  const draft = useDraft<AbsenceDraft>(`absence-${absence?.id ?? 'new'}`, () =>
    absence ? absenceDraftOf(absence, zone) : newAbsenceDraft(createId(), zone),
  )
  const entry = draft.value
  const span = absenceSpan(entry, zone)
  const fits = span !== null && Object.keys(absenceProblems(entry, zone)).length === 0
  const hits = useQuery({
    ...orpc.availability.sessionsDuringTimeOff.queryOptions({ input: span ?? { startsAt: '', endsAt: '' } }),
    enabled: fits,
  })
  const save = useMutation({
    mutationFn: (input: Parameters<typeof api.availability.saveAbsence>[0]) => api.availability.saveAbsence(input),
    onSuccess: (answer) => {
      draft.forget()
      toast.success(t('away.saved'))
      onSaved(answer.absence, answer.total)
    },
    onSettled: changed,
  })
  const { problems: wrong, change: changeDraft, check } = useForm<AbsenceDraft, AbsenceProblems>(draft, save)
  const change = (part: Partial<AbsenceDraft>) => {
    // If the last day would be before the first day, the first day also becomes the last day.
    const isReversed = part.fromDay && !canEndOn(part.untilDay ?? entry.untilDay, part.fromDay)
    changeDraft({ ...part, ...(isReversed && { untilDay: part.fromDay }) })
  }
  const submit = () => {
    if (!check(absenceProblems(entry, zone)) || !span) return
    save.mutate({ id: entry.id, title: entry.title, wholeDays: entry.wholeDays, ...span })
  }
  return { draft, entry, wrong, save, change, submit, hits: fits ? (hits.data?.total ?? 0) : 0 }
}
