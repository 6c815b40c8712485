import type { HeldItemId } from '@attune/contract/common/ids'
import type { HeldItem } from '@attune/contract/features/practice/restore/restore'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { CardRow, Section } from '../../../ui/page/Section.tsx'
import { DecisionButtons, isResumed } from './DecisionButtons.tsx'
import classes from './restore.module.css'
import { type HeldChoice, useHeldDecision } from './use-decision.ts'

/**
 * Lists the therapist's items that are held after a restore, with buttons to decide about each item and about all listed items. Renders nothing if
 * there are none.
 */
export function HeldItems() {
  const { t } = useTranslation(['held', 'outbox'])
  const held = useQuery(orpc.restore.held.queryOptions({ input: {} }))
  const decision = useHeldDecision((ids: HeldItemId[], choice) => api.restore.decide({ ids, decision: choice }))
  const { items = [], count = 0 } = held.data ?? {}
  if (held.data && items.length === 0) return null
  const decide = (of: string[]) => (choice: HeldChoice) => decision.mutate({ of, decision: choice })
  const busy = decision.isPending
  return (
    <Section title={t('title')} count={count} hint={t('hint')} anchor="held" rows>
      <Query of={held} pending={<RowSkeletons rows={2} avatar={false} />} failed={t('loadFailed')} again={t('again')}>
        {() => items.map((item) => <HeldRow key={item.id} item={item} busy={busy} onDecide={decide([item.id])} />)}
      </Query>
      {items.length > 1 && <AllButtons busy={busy} onDecide={decide(items.map(({ id }) => id))} />}
      {count > items.length && (
        <Text size="xs" className={classes.all}>
          {t('more', { count: count - items.length })}
        </Text>
      )}
    </Section>
  )
}

type Deciding = { busy: boolean; onDecide: (decision: HeldChoice) => void }

function AllButtons({ busy, onDecide }: Deciding) {
  const { t } = useTranslation('held')
  return (
    <Group gap="xs" className={classes.all}>
      <Button size="compact-sm" variant="light" disabled={busy} onClick={() => onDecide('send')}>
        {t('sendAll')}
      </Button>
      <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onDecide('drop')}>
        {t('dropAll')}
      </Button>
    </Group>
  )
}

function HeldRow({ item, busy, onDecide }: Deciding & { item: HeldItem }) {
  const { t } = useTranslation(['held', 'outbox'])
  const locale = useLocale()
  const label = useHeldLabel()(item)
  return (
    <CardRow wraps>
      <div className={classes.texts}>
        <div className={classes.label}>{label}</div>
        <MetaList>
          {item.recipient && t('to', { name: item.recipient })}
          {isResumed(item.kind)
            ? item.kind === 'calendar' && t('compared')
            : t('due', { when: momentInSentence(item.dueAt, locale) })}
        </MetaList>
      </div>
      <DecisionButtons
        what={[label, item.recipient].filter(Boolean).join(', ')}
        resumes={isResumed(item.kind)}
        busy={busy}
        onDecide={onDecide}
      />
    </CardRow>
  )
}

/** Returns a function that names a held item. Emails have the same names as in the outbox. */
function useHeldLabel() {
  const { t, i18n } = useTranslation(['held', 'outbox'])
  return ({ kind, detail }: HeldItem): string => {
    if (kind !== 'mail') return t(`labels.${kind}`)
    const key = `outbox:kinds.${detail}`
    return i18n.exists(key) ? i18n.t(key) : t('kinds.mail')
  }
}
