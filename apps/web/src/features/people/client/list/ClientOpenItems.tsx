import type { ClientId } from '@attune/contract/common/ids'
import type { ClientListItem } from '@attune/contract/features/people/client/client'
import type { ClientOpenItem } from '@attune/contract/features/people/client/client.open-items'
import { VisuallyHidden } from '@mantine/core'
import { IconCalendarQuestion, IconClockExclamation, IconFilePencil, IconNotebook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { StatusBadge, type StatusTone } from '../../../../ui/page/status/StatusBadge.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import classes from './ClientTable.module.css'

type Kind = ClientOpenItem['kind']
const looks = {
  session: { icon: IconCalendarQuestion, tone: 'warning' },
  move: { icon: IconCalendarQuestion, tone: 'warning' },
  cancel: { icon: IconCalendarQuestion, tone: 'warning' },
  task: { icon: IconClockExclamation, tone: 'warning' },
  note: { icon: IconFilePencil, tone: 'warning' },
  entry: { icon: IconNotebook, tone: 'info' },
} as const satisfies Record<Kind, { icon: unknown; tone: StatusTone }>

/**
 * Lists the open items of a client on one line. Each item is a link to the page where the therapist can close it. Only
 * the first is written out; the others show their icon and number, and their text as a tooltip and to screen readers.
 */
export function ClientOpenItems({ client }: { client: Pick<ClientListItem, 'id' | 'open'> }) {
  return (
    <div className={classes.items}>
      {client.open.map((item, index) => (
        <OpenItem key={item.kind} item={item} clientId={client.id} short={index > 0} />
      ))}
    </div>
  )
}

type OpenItemProps = { item: ClientOpenItem; clientId: ClientId; short: boolean }

function OpenItem({ item, clientId, short }: OpenItemProps) {
  const text = useOpenItemText()(item)
  const { icon, tone } = looks[item.kind]
  const badge = (
    <StatusBadge icon={icon} tone={tone}>
      {short ? (
        <>
          <span aria-hidden>{item.count}</span>
          <VisuallyHidden>{text}</VisuallyHidden>
        </>
      ) : (
        text
      )}
    </StatusBadge>
  )
  const look = { className: classes.item, title: text, 'data-short': short || undefined }
  if (item.id && item.kind !== 'task')
    return (
      <Link
        {...look}
        to="/dashboard/$userType/sessions/session-details"
        params={{ userType: 'therapist' }}
        search={{ id: item.id }}
      >
        {badge}
      </Link>
    )
  return (
    <Link
      {...look}
      to="/dashboard/therapist/clients/$clientId/client-profile"
      params={{ clientId }}
      search={{ tab: item.kind === 'task' ? 'tasks' : 'journal' }}
    >
      {badge}
    </Link>
  )
}

/** Returns a function that describes an open item. A request is described by its first session. */
function useOpenItemText() {
  const { t } = useTranslation('clientOverview')
  const locale = useLocale()
  return ({ kind, count, at }: ClientOpenItem) => {
    if (kind === 'task' || kind === 'note' || kind === 'entry') return t(`open.${kind}`, { count })
    const first = t(`open.${kind}`, { when: at ? momentInSentence(at, locale) : '' })
    return count > 1 ? t('open.more', { first, count: count - 1 }) : first
  }
}
