import type { Availability } from '@attune/contract/features/schedule/availability/availability'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { focusFirstInvalid } from '../../../../ui/base/focus-field.ts'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { useKeptChanges } from '../../../../platform/draft/use-kept-changes.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useSaveKey } from '../../../../ui/page/use-save-key.ts'
import { countChanges, timetableDraftOf, timetableHasProblems, timetableRanges, type TimetableDraft } from './draft.ts'
import { useInvalidateAvailability } from '../use-availability-updates.ts'

/**
 * Stores the draft of the timetable, and checks and saves it. If the server refuses to save because another window has
 * saved in the meantime, `theirs` is the version of that window.
 * @param frame the element that contains the fields; on submit, its first invalid field receives the focus
 */
export function useTimetableForm(saved: Availability, frame: RefObject<HTMLElement | null>) {
  const cache = useQueryClient()
  const [asked, setAsked] = useState(false)
  const draft = useDraft<TimetableDraft>('timetable', () => timetableDraftOf(saved))
  const keepChanges = useKeptChanges(draft)
  const now = draft.value
  const savedTimetable = timetableDraftOf(saved)
  const changes = countChanges(now, savedTimetable)
  const put = (availability: Availability) => {
    cache.setQueryData(orpc.availability.mine.queryKey({ input: {} }), availability)
    setAsked(false)
  }
  const takeSaved = (availability: Availability) => {
    put(availability)
    draft.forget(timetableDraftOf(availability))
  }
  const save = useSaveTimetable((availability, saving) => {
    put(availability)
    keepChanges({ ...saving, version: draft.value.version }, timetableDraftOf(availability))
  })
  const change = (part: Partial<TimetableDraft>) => {
    draft.change({ ...now, ...part })
    if (save.isError) save.reset()
  }
  const submit = (version = now.version) => {
    setAsked(true)
    if (timetableHasProblems(now)) return focusFirstInvalid(frame.current)
    if (!save.isPending && changes > 0) save.mutate({ ...now, version })
  }
  useSaveKey(() => submit())
  // Shows the version that another window has saved, if this window has no changes.
  const takeSavedVersion = useEffectEvent(() => {
    if (changes === 0 && now.version !== saved.version) draft.forget(savedTimetable)
  })
  useEffect(() => takeSavedVersion(), [saved.version])
  const theirs =
    save.error instanceof ORPCError && save.error.code === 'CHANGED' ? (save.error.data as Availability) : null
  return { draft, now, savedTimetable, changes, asked, save, theirs, change, submit, takeSaved }
}

export type TimetableFormState = ReturnType<typeof useTimetableForm>

function useSaveTimetable(onSaved: (availability: Availability, saving: TimetableDraft) => void) {
  const { t } = useTranslation('timetable')
  const hoursChanged = useInvalidateAvailability()
  return useMutation({
    mutationFn: ({ days, rules, version }: TimetableDraft) =>
      api.availability.save({ weekly: timetableRanges({ days }), rules, version }),
    onSuccess: (availability, saving) => {
      onSaved(availability, saving)
      toast.success(t('saved'))
    },
    onSettled: hoursChanged,
  })
}
