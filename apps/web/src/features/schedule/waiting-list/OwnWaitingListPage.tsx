import type { SessionId } from '@attune/contract/common/ids'
import type { OwnWaitingEntry } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import { Button } from '@mantine/core'
import { IconClockPlus, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { Card, Section } from '../../../ui/page/Section.tsx'
import { OfferRow } from './OfferRow.tsx'
import { OwnEntryRow } from './OwnEntryRow.tsx'
import { useOwnWaitingList } from './use-waiting-list.ts'
import classes from './waiting-list.module.css'
import type { AskedWish } from './WishDialog.tsx'

const WishDialog = lazyNamed(() => import('./WishDialog.tsx'), 'WishDialog')
const route = getRouteApi('/dashboard/client/waiting-list')

/** Shows a client's offers and waiting list entries. With `session` in the URL, lets the client ask for an earlier time for that session. */
export function OwnWaitingListPage() {
  const { session } = route.useSearch()
  const navigate = route.useNavigate()
  return <OwnWaitingList sessionId={session ?? null} onAsked={() => void navigate({ search: {}, replace: true })} />
}

const loading = (
  <Card>
    <RowSkeletons rows={2} avatar={false} />
  </Card>
)

type Props = { sessionId: SessionId | null; onAsked: () => void }

export function OwnWaitingList({ sessionId, onAsked }: Props) {
  const { t } = useTranslation(['waitingList', 'session', 'sessionType'])
  const read = useOwnWaitingList()
  const [opened, setOpened] = useState<AskedWish | null>(null)
  const { items = [], therapists = [] } = read.data ?? {}
  const waits = items.some((entry) => entry.sessionId === sessionId)
  const asked = opened ?? (sessionId && read.data && !waits && therapists.length ? { therapists, sessionId } : null)
  const free = therapists.filter(
    ({ therapistId }) => !items.some((one) => one.therapistId === therapistId && !one.sessionId),
  )
  const join = free.length > 0 && (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => setOpened({ therapists: free, sessionId: null })}
    >
      {t('ask.join')}
    </Button>
  )
  const close = () => {
    setOpened(null)
    if (sessionId) onAsked()
  }
  return (
    <>
      <PageHeader title={t('title')} facts={t('ownHint')} actions={items.length > 0 && join} />
      <Query of={read} pending={loading} failed={t('failed')} again={t('again')} card>
        {() => (
          <OwnLists
            items={items}
            join={join}
            isOpen={therapists.length > 0}
            onChange={(entry) => setOpened({ entry })}
          />
        )}
      </Query>
      {asked && <WishDialog asked={asked} onClose={close} />}
    </>
  )
}

type ListProps = {
  items: readonly OwnWaitingEntry[]
  join: React.ReactNode
  isOpen: boolean
  onChange: (entry: OwnWaitingEntry) => void
}

function OwnLists({ items, join, isOpen, onChange }: ListProps) {
  const { t } = useTranslation('waitingList')
  const offered = items.filter(({ offer }) => offer)
  if (items.length === 0)
    return (
      <Card>
        <EmptyState
          icon={IconClockPlus}
          title={t('own.emptyTitle')}
          text={t(isOpen ? 'own.emptyText' : 'own.closedText')}
        >
          {join}
        </EmptyState>
      </Card>
    )
  return (
    <div className={classes.parts}>
      {offered.length > 0 && (
        <Section title={t('own.offers')} count={offered.length} tint="answer" rows>
          {offered.map((entry) => (
            <OfferRow key={entry.id} entry={entry} />
          ))}
        </Section>
      )}
      <Section title={t('own.entries')} count={items.length} rows>
        {items.map((entry) => (
          <OwnEntryRow key={entry.id} entry={entry} onChange={() => onChange(entry)} />
        ))}
      </Section>
    </div>
  )
}
