import type { Absence, Availability } from '@attune/contract/features/availability'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ORPCError } from '@orpc/client'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { api, orpc } from '../../platform/api.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { DraftCallout } from '../../ui/DraftCallout.tsx'
import { MetaList } from '../../ui/MetaList.tsx'
import { UnsavedChangesGuard } from '../../ui/UnsavedChangesGuard.tsx'
import { cityOf } from '../../ui/date-text.ts'
import { Callout } from '../../ui/Callout.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { toast } from '../../ui/toast.ts'
import { useSaveKey } from '../../ui/use-save-key.ts'
import { AbsenceList } from './absences/AbsenceList.tsx'
import { AbsenceSessions } from './absences/AbsenceSessions.tsx'
import { TimetableConflict } from './TimetableConflict.tsx'
import { DayOverrides } from './overrides/DayOverrides.tsx'
import { BookingRulesFields } from './BookingRulesFields.tsx'
import { SaveBar } from './SaveBar.tsx'
import {
  countChanges,
  timetableDraftOf,
  timetableHasProblems,
  openMinutesPerWeek,
  timetableRanges,
  type TimetableDraft,
} from './timetable-draft.ts'
import { WeeklyHours } from './WeeklyHours.tsx'
import classes from './timetable.module.css'
import { useOpenHoursText } from './use-open-hours-text.ts'
import { useInvalidateAvailability } from './use-availability-updates.ts'

const Preview = lazyNamed(() => import('./TimetablePreviewDialog.tsx'), 'TimetablePreviewDialog')

/** Weekly hours and booking rules in one form, saved together. Day overrides and absences are saved separately. */
export function TimetableForm({ saved }: { saved: Availability }) {
  const { t } = useTranslation('timetable')
  const length = useOpenHoursText()
  const cache = useQueryClient()
  const hoursChanged = useInvalidateAvailability()
  const form = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(false)
  const [previewing, setPreviewing] = useState(false)
  const [shownAbsence, setShownAbsence] = useState<Absence | null>(null)
  const terms = useQuery(orpc.terms.mine.queryOptions({ input: {} }))
  const draft = useDraft<TimetableDraft>('timetable', () => timetableDraftOf(saved))
  const now = draft.value
  const savedTimetable = timetableDraftOf(saved)
  const changes = countChanges(now, savedTimetable)
  const dirty = changes > 0
  const takeSaved = (availability: Availability) => {
    cache.setQueryData(orpc.availability.mine.queryKey({ input: {} }), availability)
    draft.forget(timetableDraftOf(availability))
    setAsked(false)
  }
  const save = useMutation({
    mutationFn: ({ days, rules, version }: TimetableDraft) =>
      api.availability.save({ weekly: timetableRanges({ days }), rules, version }),
    onSuccess: (availability) => {
      takeSaved(availability)
      toast.success(t('saved'))
    },
    onSettled: hoursChanged,
  })
  const theirs =
    save.error instanceof ORPCError && save.error.code === 'CHANGED' ? (save.error.data as Availability) : null
  const change = (part: Partial<TimetableDraft>) => {
    draft.change({ ...now, ...part })
    if (save.isError) save.reset()
  }
  const submit = (version = now.version) => {
    setAsked(true)
    if (timetableHasProblems(now)) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    if (!save.isPending && dirty) save.mutate({ ...now, version })
  }
  useSaveKey(() => submit())
  // Another window saved the timetable, and this one has no changes: takes over the saved version.
  const takeSavedVersion = useEffectEvent(() => {
    if (!dirty && now.version !== saved.version) draft.forget(savedTimetable)
  })
  useEffect(() => takeSavedVersion(), [saved.version])
  return (
    <div ref={form} className={classes.form}>
      <PageHeader
        title={t('title')}
        facts={
          <MetaList size={14}>
            {t('open', { length: length(openMinutesPerWeek(now)) })}
            {t('zone', { city: cityOf(saved.zone) })}
          </MetaList>
        }
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconEye size={18} stroke={1.75} aria-hidden />}
              disabled={timetableHasProblems(now)}
              onClick={() => setPreviewing(true)}
            >
              {t('preview.open')}
            </Button>
            <SaveBar
              changes={changes}
              busy={save.isPending}
              onSave={() => submit()}
              onDiscard={() => takeSaved(saved)}
            />
          </>
        }
      />
      <div className={classes.notes}>
        {shownAbsence && <AbsenceSessions absence={shownAbsence} onClose={() => setShownAbsence(null)} />}
        <DraftCallout draft={draft} />
        {asked && timetableHasProblems(now) && (
          <Callout kind="danger" urgent>
            {t('wrong')}
          </Callout>
        )}
        {theirs ? (
          <TimetableConflict
            mine={now}
            theirs={timetableDraftOf(theirs)}
            onKeep={() => submit(theirs.version)}
            onTake={() => takeSaved(theirs)}
          />
        ) : (
          save.isError && (
            <Callout kind="danger" urgent>
              {t('failed')}
            </Callout>
          )
        )}
      </div>
      <div className={classes.columns}>
        <div>
          <WeeklyHours days={now.days} usualPlace={terms.data?.location ?? ''} onChange={(days) => change({ days })} />
          <DayOverrides
            days={saved.days}
            zone={saved.zone}
            weekly={savedTimetable.days}
            usualPlace={terms.data?.location ?? ''}
          />
        </div>
        <div>
          <BookingRulesFields
            rules={now.rules}
            proposes={terms.data?.proposeTimes}
            onChange={(part) => change({ rules: { ...now.rules, ...part } })}
          />
          <AbsenceList zone={saved.zone} onHits={setShownAbsence} />
        </div>
      </div>
      <UnsavedChangesGuard
        when={dirty && !save.isPending}
        title={t('leave.title')}
        text={t('leave.text')}
        stay={t('leave.stay')}
        leave={t('leave.go')}
        onLeave={() => draft.anew()}
        lasting={draft.stored}
      />
      {previewing && (
        <Suspense>
          <Preview week={now} onClose={() => setPreviewing(false)} />
        </Suspense>
      )}
    </div>
  )
}
