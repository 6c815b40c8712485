import type { RecordRequest } from '@attune/contract/features/care/record-request/record-request'
import { IconCircleCheck, IconCircleX, IconClock, IconClockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import { StatusBadge } from '../../../ui/page/status/StatusBadge.tsx'

const marks = {
  open: { icon: IconClock, tone: 'info' },
  answered: { icon: IconCircleCheck, tone: 'success' },
  refused: { icon: IconCircleX, tone: 'warning' },
  withdrawn: { icon: IconCircleX, tone: 'quiet' },
  closed: { icon: IconCircleX, tone: 'warning' },
} as const

/** The state of a request as icon and word. */
export function RequestState({ state, isOverdue }: Pick<RecordRequest, 'state' | 'isOverdue'>) {
  const { t } = useTranslation('recordRequest')
  if (isOverdue)
    return (
      <StatusBadge icon={IconClockExclamation} tone="danger">
        {t('state.overdue')}
      </StatusBadge>
    )
  const { icon, tone } = marks[state]
  return (
    <StatusBadge icon={icon} tone={tone}>
      {t(`state.${state}`)}
    </StatusBadge>
  )
}

/** Returns a function for the days of a request: when it was made, and when it is due or ended. */
export function useRequestDays() {
  const { t } = useTranslation('recordRequest')
  const locale = useLocale()
  const dayOf = (day: string) => dateText(day, locale.language)
  return ({ state, askedAt, dueOn, endedAt }: RecordRequest): [asked: string, due: string] => [
    t('asked', { day: dayOf(localDay(askedAt, locale)) }),
    endedAt ? t(`ended.${state}`, { day: dayOf(localDay(endedAt, locale)) }) : t('due', { day: dayOf(dueOn) }),
  ]
}
