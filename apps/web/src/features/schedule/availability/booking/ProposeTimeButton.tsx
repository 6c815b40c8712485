import type { ConnectedTherapist } from '@attune/contract/features/people/connection/connection'
import { Button } from '@mantine/core'
import { IconCalendarPlus, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyRequestSessionDialog } from '../../session/session.ts'
import classes from './booking.module.css'

/** A button that opens the dialog in which a client who finds no suitable free time proposes another time. */
export function ProposeTimeButton({ therapist, plain = false }: { therapist: ConnectedTherapist; plain?: boolean }) {
  const { t } = useTranslation('booking')
  const [open, setOpen] = useState(false)
  const { name, therapistId } = therapist
  return (
    <>
      {plain ? (
        <Button onClick={() => setOpen(true)}>{t('none.propose')}</Button>
      ) : (
        <button type="button" className={classes.none} onClick={() => setOpen(true)}>
          <IconCalendarPlus size={20} stroke={1.6} aria-hidden />
          <span className={classes.noneText}>
            <strong>{t('none.title')}</strong>
            <span>{t('none.text', { name })}</span>
          </span>
          <IconChevronRight size={18} stroke={1.75} aria-hidden />
        </button>
      )}
      {open && <LazyRequestSessionDialog therapistId={therapistId} onClose={() => setOpen(false)} />}
    </>
  )
}
