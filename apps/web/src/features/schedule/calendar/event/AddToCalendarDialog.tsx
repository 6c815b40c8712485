import { IconCalendarPlus, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { momentText, timeText } from '../../../../ui/page/date-text.ts'
import classes from './AddToCalendarDialog.module.css'

type Props = {
  startUtc: string
  endUtc: string | null
  onSession: () => void
  onEvent: () => void
  onClose: () => void
}

/** Asks whether to add a session or a busy time at the selected time. */
export function AddToCalendarDialog({ startUtc, endUtc, onSession, onEvent, onClose }: Props) {
  const { t } = useTranslation('calendar')
  const locale = useLocale()
  const choices = [
    { what: 'session', icon: IconCalendarPlus, onClick: onSession },
    { what: 'event', icon: IconLock, onClick: onEvent },
  ] as const
  return (
    <Dialog title={t('make.title')} onClose={onClose} size={420}>
      <p className={classes.when}>
        {momentText(startUtc, locale)}
        {endUtc && ` – ${timeText(endUtc, locale)}`}
      </p>
      <div className={classes.choices}>
        {choices.map(({ what, icon: Icon, onClick }, index) => (
          <button
            key={what}
            type="button"
            className={classes.choice}
            data-autofocus={index === 0 || undefined}
            onClick={onClick}
          >
            <Icon size={20} stroke={1.6} aria-hidden />
            <span>
              <strong>{t(`make.${what}`)}</strong>
              <span className={classes.text}>{t(`make.${what}Text`)}</span>
            </span>
          </button>
        ))}
      </div>
    </Dialog>
  )
}
