import type { Availability } from '@attune/contract/features/schedule/availability/availability'
import { IconCalendarEvent, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayText } from '../../../../ui/page/date-text.ts'
import { AddButton } from '../../../../ui/list/AddButton.tsx'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import type { EditedRange } from '../week/hours.ts'
import { normalizeHours } from '../week/hours.ts'
import classes from '../timetable/timetable.module.css'

const DayOverrideDialog = lazyNamed(() => import('./DayOverrideDialog.tsx'), 'DayOverrideDialog')

type SingleDay = Availability['days'][number]
type Props = { days: SingleDay[]; zone: string; weekly: EditedRange[][]; defaultLocation: string }

/** Edits the days with hours that differ from the weekly hours. Each day is saved separately. */
export function DayOverrides({ days, zone, weekly, defaultLocation }: Props) {
  const { t } = useTranslation('timetable')
  const [open, setOpen] = useState<SingleDay | 'new' | null>(null)
  const { put, remove } = useDayOverrides(zone)
  return (
    <Section
      title={t('single.title')}
      hint={t('single.hint')}
      rows={days.length > 0}
      action={<AddButton onClick={() => setOpen('new')}>{t('single.add')}</AddButton>}
    >
      {days.length === 0 ? (
        <p className={classes.quiet}>{t('single.none')}</p>
      ) : (
        <ul className={classes.rows}>
          {days.map((one) => (
            <DayRow
              key={one.day}
              single={one}
              zone={zone}
              onEdit={() => setOpen(one)}
              onRemove={() => void remove(one)}
            />
          ))}
        </ul>
      )}
      {open && (
        <DayOverrideDialog
          single={open === 'new' ? null : open}
          weekly={weekly}
          zone={zone}
          defaultLocation={defaultLocation}
          onSave={put}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  )
}

type RowProps = { single: SingleDay; zone: string; onEdit: () => void; onRemove: () => void }

function DayRow({ single, zone, onEdit, onRemove }: RowProps) {
  const { t } = useTranslation('timetable')
  const locale = { ...useLocale(), zone }
  const hours = normalizeHours(single.ranges).map(({ from, until }) => `${from} – ${until}`)
  return (
    <li className={classes.row}>
      <IconCalendarEvent size={20} stroke={1.6} aria-hidden />
      <div className={classes.texts}>
        <div className={classes.name}>{dayText(single.day, locale, 'long')}</div>
        <div className={classes.when}>{hours.length === 0 ? t('closed') : hours.join(', ')}</div>
      </div>
      <ActionMenu
        label={t('more', { what: dayText(single.day, locale) })}
        items={[
          { label: t('edit'), icon: IconPencil, onClick: onEdit },
          { label: t('single.remove'), icon: IconTrash, onClick: onRemove, danger: true },
        ]}
      />
    </li>
  )
}

/** Returns functions that save the hours of a day, and that remove a day override and show a toast with Undo. */
function useDayOverrides(zone: string) {
  const { t } = useTranslation('timetable')
  const locale = { ...useLocale(), zone }
  const cache = useQueryClient()
  const put = async (day: string, ranges: EditedRange[] | null) => {
    const availability = await api.availability.setDay({ day, ranges })
    cache.setQueryData(orpc.availability.mine.queryKey({ input: {} }), availability)
  }
  const remove = async ({ day, ranges }: SingleDay) => {
    const back = () =>
      void put(day, ranges).then(
        () => toast.success(t('single.back')),
        () => toast.error(t('failed')),
      )
    await put(day, null).then(
      () =>
        toast({
          variant: 'success',
          title: t('single.removed', { day: dayText(day, locale) }),
          action: { label: t('undo'), onClick: back },
        }),
      () => toast.error(t('failed')),
    )
  }
  return { put, remove }
}
