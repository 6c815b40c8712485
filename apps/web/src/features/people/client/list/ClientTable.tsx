import type { ClientListItem } from '@attune/contract/features/people/client/client'
import { Link } from '@tanstack/react-router'
import { IconChevronRight, IconUsers } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { dayLabelText, localDay, momentText } from '../../../../ui/page/date-text.ts'
import { useFirstScreenful } from '../../../../ui/page/loading/use-first-screenful.ts'
import { LoadMoreButton } from '../../../../ui/page/loading/LoadMoreButton.tsx'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { ClientTagChips } from '../../client-tag/client-tag.ts'
import classes from './ClientTable.module.css'
import { ClientOpenItems } from './ClientOpenItems.tsx'
import { ClientStatusBadge } from '../ClientStatusBadge.tsx'
import { InvitedWhen, InviteFromList } from './InviteFromList.tsx'

type Props = { clients: ClientListItem[]; stale: boolean; more: (() => void) | null; loadingMore: boolean }

/** Moves the focus to the next or previous client name when an arrow key is pressed. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
  const here = links.findIndex((link) => link === document.activeElement)
  const next = links[here + step]
  if (!step || here < 0 || !next) return
  event.preventDefault()
  next.focus()
}

/** Lists clients in a table with one line per client. On a phone, each client has two lines. */
export function ClientTable({ clients, stale, more, loadingMore }: Props) {
  const { t } = useTranslation(['client', 'clientOverview'])
  const shown = useFirstScreenful(clients, { rowHeight: 44, above: 180 })
  return (
    <>
      <table className={classes.table} data-stale={stale || undefined} onKeyDown={moveFocus}>
        <thead>
          <tr>
            <th scope="col">{t('list.name')}</th>
            <th scope="col">{t('clientOverview:open.title')}</th>
            <th scope="col" className={classes.next}>
              {t('list.next')}
            </th>
            <th scope="col" className={classes.last}>
              {t('list.last')}
            </th>
            <th scope="col" className={classes.status}>
              {t('list.statusColumn')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((client) => (
            <ClientRow key={client.id} client={client} />
          ))}
        </tbody>
      </table>
      {more && shown.length === clients.length && (
        <LoadMoreButton label={t('list.more')} loading={loadingMore} onMore={more} />
      )}
    </>
  )
}

function ClientRow({ client }: { client: ClientListItem }) {
  const { t } = useTranslation(['client', 'clientOverview'])
  const locale = useLocale()
  const name = `${client.firstName} ${client.lastName}`
  return (
    <tr>
      <td className={classes.person}>
        <PersonAvatar personId={client.personId} name={name} url={client.avatarUrl} size={28} />
        <div className={classes.texts}>
          <Link
            className={classes.name}
            to="/dashboard/therapist/clients/$clientId/client-profile"
            params={{ clientId: client.id }}
          >
            {name}
          </Link>
          <div className={classes.under}>
            {client.hasDouble && <StatusBadge icon={IconUsers}>{t('list.double')}</StatusBadge>}
            {client.invitation && <InvitedWhen invitation={client.invitation} />}
            <ClientTagChips tags={client.tags} />
          </div>
        </div>
      </td>
      <td className={classes.open} data-quiet>
        {client.status === 'pending' && client.email && <InviteFromList client={client} />}
        {client.open.length > 0 && <ClientOpenItems client={client} />}
        {client.open.length === 0 && client.status !== 'pending' && (
          <span className={classes.nothing}>{t('clientOverview:open.nothing')}</span>
        )}
      </td>
      <td className={classes.next} data-quiet={!client.nextSession || undefined}>
        <span className={classes.phoneLabel}>{t('clientOverview:phone.next')} </span>
        {client.nextSession ? momentText(client.nextSession.startsAt, locale) : t('list.noneBooked')}
      </td>
      <td className={classes.last} data-quiet>
        <span className={classes.phoneLabel}>{t('clientOverview:phone.last')} </span>
        {client.lastSession ? dayLabelText(localDay(client.lastSession.startsAt, locale), locale) : t('list.noneYet')}
      </td>
      <td className={classes.status} data-usual={client.status === 'active' || undefined}>
        <ClientStatusBadge status={client.status} />
      </td>
      <td className={classes.chevron} aria-hidden>
        <IconChevronRight size={18} />
      </td>
    </tr>
  )
}
