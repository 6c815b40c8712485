import type { MessageStatus } from '@attune/contract/features/messages/message/message.rules'
import { IconCheck, IconChecks, IconClock, IconEye } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { IconType } from '../../../../ui/page/status/StatusBadge.tsx'
import classes from '../messages.module.css'

const icons: Record<MessageStatus, IconType> = {
  sending: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconEye,
}

/** The status of a person's own message, as an icon and a word. */
export function MessageStatusMark({ status, t }: { status: MessageStatus; t: TFunction<'message'> }) {
  const Icon = icons[status]
  return (
    <span className={classes.status}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {t(`status.${status}`)}
    </span>
  )
}
