import type { Absence } from '@attune/contract/features/schedule/availability/availability'
import { IconBeach, IconCalendarExclamation, IconClock, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { AddButton } from '../../../../ui/list/AddButton.tsx'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { useInvalidateAvailability } from '../use-availability-updates.ts'
import classes from '../timetable/timetable.module.css'
import { absenceText } from './absence-draft.ts'

const AbsenceDialog = lazyNamed(() => import('./AbsenceDialog.tsx'), 'AbsenceDialog')

type Props = {
  zone: string
  /** Called to show the sessions in the time of an absence. */
  onHits: (absence: Absence) => void
}

/** Lists the therapist's absences (time off), with buttons to add, edit and remove them. */
export function AbsenceList({ zone, onHits }: Props) {
  const { t } = useTranslation('timetable')
  const read = useQuery({ ...orpc.availability.absences.queryOptions({ input: {} }), refetchOnMount: 'always' })
  const [open, setOpen] = useState<Absence | 'new' | null>(null)
  const items = read.data?.items ?? []
  return (
    <Section
      title={t('away.title')}
      rows={items.length > 0}
      action={<AddButton onClick={() => setOpen('new')}>{t('away.add')}</AddButton>}
    >
      <Query
        of={read}
        pending={<RowSkeletons rows={2} avatar={false} />}
        failed={t('away.failed')}
        again={t('again')}
        empty={items.length === 0 && <p className={classes.quiet}>{t('away.none')}</p>}
      >
        {() => (
          <ul className={classes.rows}>
            {items.map((absence) => (
              <AwayRow key={absence.id} absence={absence} zone={zone} onEdit={() => setOpen(absence)} onHits={onHits} />
            ))}
          </ul>
        )}
      </Query>
      {open && (
        <AbsenceDialog
          absence={open === 'new' ? null : open}
          zone={zone}
          onSaved={(absence, total) => {
            setOpen(null)
            if (total > 0) onHits(absence)
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  )
}

type RowProps = { absence: Absence; zone: string; onEdit: () => void; onHits: Props['onHits'] }

function AwayRow({ absence, zone, onEdit, onHits }: RowProps) {
  const { t } = useTranslation('timetable')
  const locale = { ...useLocale(), zone }
  const { startsAt, endsAt, wholeDays } = absence
  const when = absenceText(absence, locale, {
    span: (from, until) => t('away.span', { from, until }),
    days: (count) => t('away.days', { count }),
  })
  const hits = useQuery(orpc.availability.sessionsDuringTimeOff.queryOptions({ input: { startsAt, endsAt } }))
  const total = hits.data?.total ?? 0
  const title = absence.title || t('away.untitled')
  const Icon = wholeDays ? IconBeach : IconClock
  const remove = useRemoveAbsence(absence, title)
  return (
    <li className={classes.row}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div className={classes.texts}>
        <div className={classes.name}>{title}</div>
        <div className={classes.when}>{when}</div>
        {total > 0 && (
          <StatusBadge icon={IconCalendarExclamation} tone="warning">
            {t('away.hits', { count: total })}
          </StatusBadge>
        )}
      </div>
      <ActionMenu
        label={t('more', { what: title })}
        items={[
          ...(total > 0
            ? [{ label: t('away.show'), icon: IconCalendarExclamation, onClick: () => onHits(absence) }]
            : []),
          { label: t('edit'), icon: IconPencil, onClick: onEdit },
          { label: t('remove'), icon: IconTrash, onClick: () => void remove(), danger: true },
        ]}
      />
    </li>
  )
}

/** Returns a function that removes the absence and shows a toast with Undo. */
function useRemoveAbsence(absence: Absence, title: string) {
  const { t } = useTranslation('timetable')
  const changed = useInvalidateAvailability()
  const putBack = async () => {
    await api.availability.saveAbsence(absence).then(
      () => toast.success(t('away.back')),
      () => toast.error(t('failed')),
    )
    await changed()
  }
  return async () => {
    try {
      await api.availability.removeAbsence({ id: absence.id })
      toast({
        variant: 'success',
        title: t('away.removed', { title }),
        action: { label: t('undo'), onClick: () => void putBack() },
      })
    } catch {
      toast.error(t('failed'))
    }
    await changed()
  }
}
