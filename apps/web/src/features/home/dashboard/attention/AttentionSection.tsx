import type { AttentionKind } from '@attune/contract/features/home/dashboard/dashboard.rules'
import { attentionKinds } from '@attune/contract/features/home/dashboard/dashboard.rules'
import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { LoadFailed } from '../../../../ui/page/loading/ListStates.tsx'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { SessionDialogProvider } from '../../../schedule/session/session.ts'
import { AttentionFilter } from './AttentionFilter.tsx'
import { AttentionRow } from './AttentionRow.tsx'
import classes from './attention.module.css'
import type { NeedsProps } from './NeedsSections.tsx'
import { useAttentionOfKind } from './use-attention.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'

/**
 * Lists the items that need the therapist's attention, most urgent first: alerts, requests with answer buttons, messages, notes and so on, with a
 * filter by kind. With `waiting`, lists those that wait for the client. The answer dialogs are rendered outside the rows, so that they keep their
 * input when a row disappears.
 */
export function AttentionSection({ list, overview, isSettled }: NeedsProps & { list: 'attention' | 'waiting' }) {
  const { t } = useTranslation(['dashboard', 'negotiation', 'session', 'client'])
  const [kind, setKind] = useState<AttentionKind>()
  const { items: urgent = [], counts = [], failed: missing = [] } = overview.data?.[list] ?? {}
  // If the last item of the chosen kind was done, shows all kinds.
  const shown = counts.some((one) => one.kind === kind) ? kind : undefined
  const ofKind = useAttentionOfKind(shown)
  const { data: chosen } = ofKind
  if (!isSettled) return <Pending />
  const failed = shown ? ofKind : overview
  const hasFailed = failed.isError && !failed.data
  const items = shown ? (chosen?.items ?? urgent.filter((item) => item.kind === shown)) : urgent
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const firstMore = shown ? undefined : firstHiddenKind(items, counts)
  return (
    <SessionDialogProvider>
      <Section
        title={t(list === 'waiting' ? 'needs.waiting' : 'needs.title')}
        count={total}
        rows={items.length + missing.length > 0 || hasFailed}
      >
        <Query<unknown> of={failed} failed={t('loadFailed')} again={t('again')} />
        <AttentionFilter counts={counts} kind={shown} onKind={setKind} />
        {missing.length > 0 && (
          <LoadFailed
            text={t('needs.failed', { kinds: missing.map((one) => t(`needs.kind.${one}`)).join(', ') })}
            again={t('again')}
            onAgain={() => void overview.refetch()}
          />
        )}
        {overview.data && total + missing.length === 0 && (
          <EmptyState icon={IconChecks} title={t('needs.empty')} level="h3" />
        )}
        <ul className={classes.list}>
          {items.map((item) => (
            <li key={`${item.kind} ${item.id} ${(item.kind === 'request' && item.answer.change?.id) || ''}`}>
              <AttentionRow item={item} />
            </li>
          ))}
        </ul>
        {firstMore && (
          <Button variant="subtle" size="compact-sm" className={classes.more} onClick={() => setKind(firstMore)}>
            {t('needs.more', { count: total - items.length })}
          </Button>
        )}
      </Section>
    </SessionDialogProvider>
  )
}

/** Returns the most urgent kind with hidden items; undefined if all items are shown. */
function firstHiddenKind(items: { kind: AttentionKind }[], counts: { kind: AttentionKind; count: number }[]) {
  return attentionKinds.find(
    (kind) => items.filter((item) => item.kind === kind).length < (counts.find((one) => one.kind === kind)?.count ?? 0),
  )
}
