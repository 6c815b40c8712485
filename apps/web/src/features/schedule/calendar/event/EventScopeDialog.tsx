import type { CalendarEvent, EventScope } from '@attune/contract/features/schedule/calendar/calendar'
import { useTranslation } from 'react-i18next'
import { RecurrenceScopeDialog } from '../../recurrence/recurrence.ts'

type Props = { event: CalendarEvent; onScope: (scope: EventScope) => void; onClose: () => void }

/** Asks which busy times of a series to edit or delete. */
export function EventScopeDialog({ event, onScope, onClose }: Props) {
  const { t } = useTranslation('calendar')
  return (
    <RecurrenceScopeDialog
      title={t('scope.title')}
      about={event.title || t('busy')}
      startsAt={event.startsAt}
      allHint={t('scope.allHint')}
      onScope={onScope}
      onClose={onClose}
    />
  )
}
