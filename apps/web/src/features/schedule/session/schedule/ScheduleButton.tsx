import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import type { PickedClient } from '../fields/use-client-search.ts'
import { type SessionTimeDraft, sessionTimeDraftOf } from '../fields/session-time-draft.ts'
import type { ScheduleFormProps, ScheduleWhat } from './use-schedule-form.ts'

type ScheduleFor = { client: PickedClient; startsAt: string; durationMinutes: number } & ScheduleWhat

const ScheduleDialog = lazyNamed(() => import('./ScheduleDialog.tsx'), 'ScheduleDialog')

/** Renders a button that opens the schedule dialog. If `client` is given, the dialog starts with this client. */
export function ScheduleButton({
  client,
  variant = 'filled',
}: {
  client?: PickedClient
  variant?: 'filled' | 'default' | 'light'
}) {
  const { t } = useTranslation('session')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('new')}
      </Button>
      {open && <ScheduleDialog client={client ?? null} onClose={() => setOpen(false)} />}
    </>
  )
}

/**
 * Loads and renders the schedule dialog for a time that was chosen in the calendar. If `at` contains no duration, the
 * dialog uses the therapist's usual duration.
 */
export function LazyScheduleDialog({ at, onClose }: { at: SessionTimeDraft | null; onClose: () => void }) {
  return <ScheduleDialog at={at} onClose={onClose} />
}

/** Loads and renders the schedule dialog for the members of a group. */
export function LazyScheduleGroupDialog({ of, onClose }: { of: ScheduleFormProps['group']; onClose: () => void }) {
  return <ScheduleDialog group={of ?? null} onClose={onClose} />
}

/** Loads and renders the schedule dialog for a client and a time that were chosen elsewhere. */
export function LazyScheduleForDialog({ of, onClose }: { of: ScheduleFor; onClose: () => void }) {
  const { zone } = useLocale()
  const { client, format, typeId } = of
  return (
    <ScheduleDialog client={client} at={sessionTimeDraftOf(of, zone)} what={{ format, typeId }} onClose={onClose} />
  )
}
