import type { Absence, Availability } from '@attune/contract/features/availability'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ORPCError } from '@orpc/client'
import { Suspense, lazy, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, query } from '../../platform/api.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { DraftNote } from '../../ui/DraftNote.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { cityOf } from '../../ui/moment.ts'
import { Note } from '../../ui/Note.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { toast } from '../../ui/toast.ts'
import { useSaveKey } from '../../ui/use-save-key.ts'
import { Away } from './away/Away.tsx'
import { Hits } from './away/Hits.tsx'
import { Elsewhere } from './Elsewhere.tsx'
import { Overrides } from './overrides/Overrides.tsx'
import { Rules } from './Rules.tsx'
import { SaveBar } from './SaveBar.tsx'
import { changesOf, timetableOf, weekIsWrong, weekMinutes, weekOf, type Timetable } from './timetable.ts'
import { Week } from './Week.tsx'
import classes from './timetable.module.css'
import { useLength } from './length.ts'
import { useHoursChanged } from './live.ts'

const Preview = lazy(() => import('./PreviewDialog.tsx').then((file) => ({ default: file.PreviewDialog })))

/** Weekly hours and booking rules in one form, saved together. Day overrides and absences are saved separately. */
export function TimetableForm({ saved }: { saved: Availability }) {
  const { t } = useTranslation('timetable')
  const length = useLength()
  const cache = useQueryClient()
  const hoursChanged = useHoursChanged()
  const form = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(false)
  const [previewing, setPreviewing] = useState(false)
  const [shownAbsence, setShownAbsence] = useState<Absence | null>(null)
  const terms = useQuery(query.terms.mine.queryOptions({ input: {} }))
  const draft = useDraft<Timetable>('timetable', () => timetableOf(saved))
  const now = draft.value
  const savedTimetable = timetableOf(saved)
  const changes = changesOf(now, savedTimetable)
  const dirty = changes > 0
  const takeSaved = (availability: Availability) => {
    cache.setQueryData(query.availability.mine.queryKey({ input: {} }), availability)
    draft.forget(timetableOf(availability))
    setAsked(false)
  }
  const save = useMutation({
    mutationFn: ({ days, rules, version }: Timetable) =>
      api.availability.save({ weekly: weekOf({ days }), rules, version }),
    onSuccess: (availability) => {
      takeSaved(availability)
      toast.success(t('saved'))
    },
    onSettled: hoursChanged,
  })
  const theirs =
    save.error instanceof ORPCError && save.error.code === 'CHANGED' ? (save.error.data as Availability) : null
  const change = (part: Partial<Timetable>) => {
    draft.change({ ...now, ...part })
    if (save.isError) save.reset()
  }
  const submit = (version = now.version) => {
    setAsked(true)
    if (weekIsWrong(now)) {
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
      <PageHead
        title={t('title')}
        facts={
          <Facts size={14}>
            {t('open', { length: length(weekMinutes(now)) })}
            {t('zone', { city: cityOf(saved.zone) })}
          </Facts>
        }
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconEye size={18} stroke={1.75} aria-hidden />}
              disabled={weekIsWrong(now)}
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
        {shownAbsence && <Hits absence={shownAbsence} onClose={() => setShownAbsence(null)} />}
        <DraftNote draft={draft} />
        {asked && weekIsWrong(now) && (
          <Note kind="danger" urgent>
            {t('wrong')}
          </Note>
        )}
        {theirs ? (
          <Elsewhere
            mine={now}
            theirs={timetableOf(theirs)}
            onKeep={() => submit(theirs.version)}
            onTake={() => takeSaved(theirs)}
          />
        ) : (
          save.isError && (
            <Note kind="danger" urgent>
              {t('failed')}
            </Note>
          )
        )}
      </div>
      <div className={classes.columns}>
        <div>
          <Week days={now.days} usualPlace={terms.data?.location ?? ''} onChange={(days) => change({ days })} />
          <Overrides
            days={saved.days}
            zone={saved.zone}
            weekly={savedTimetable.days}
            usualPlace={terms.data?.location ?? ''}
          />
        </div>
        <div>
          <Rules
            rules={now.rules}
            proposes={terms.data?.proposeTimes}
            onChange={(part) => change({ rules: { ...now.rules, ...part } })}
          />
          <Away zone={saved.zone} onHits={setShownAbsence} />
        </div>
      </div>
      <LeaveGuard
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
