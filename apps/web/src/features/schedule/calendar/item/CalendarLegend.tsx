import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TimeZoneNote, therapistTimeOf } from '../../session/session.ts'
import classes from '../Calendar.module.css'
import type { CalendarItem } from './items.ts'

type Props = {
  zone: string
  items: readonly CalendarItem[]
  hours: boolean
  names: 'hidden' | 'shown' | null
  keys: boolean
}

/** Explains the background colors, the time zones, whether names are hidden, and the keyboard shortcuts. */
export function CalendarLegend({ zone, items, hours, names, keys }: Props) {
  const { t } = useTranslation('calendar')
  return (
    <div className={classes.legend}>
      {hours && (
        <>
          <span className={classes.sample}>
            <i className={classes.ground} aria-hidden /> {t('legend.open')}
          </span>
          <span className={classes.sample}>
            <i className={classes.ground} data-closed aria-hidden /> {t('legend.closed')}
          </span>
        </>
      )}
      <TimeZoneNote
        className={classes.zones}
        times={items.flatMap((item) => (item.kind === 'session' ? [therapistTimeOf(item.session)] : []))}
        otherwise={<span>{zone}</span>}
      />
      {names && (
        <span className={classes.sample}>
          {names === 'hidden' ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          {t(`legend.${names}`)}
        </span>
      )}
      {keys && <span className={classes.keys}>{t('keys')}</span>}
    </div>
  )
}
