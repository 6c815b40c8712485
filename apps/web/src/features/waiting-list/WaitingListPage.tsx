import type { WaitingListView } from '@attune/contract/features/waiting-list'
import { IconClockPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { AddButton } from '../../ui/AddButton.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { RowSkeletons } from '../../ui/page/ListStates.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { Query } from '../../ui/page/Query.tsx'
import { Card, Section } from '../../ui/page/Section.tsx'
import type { ClientSelectType } from './AddEntryDialog.tsx'
import { FreedTimeRow } from './FreedTimeRow.tsx'
import { WaitingEntryRow } from './WaitingEntryRow.tsx'
import { WaitingListSettingsCard } from './WaitingListSettingsCard.tsx'
import { useWaitingList } from './use-waiting-list.ts'
import classes from './waiting-list.module.css'

const AddEntryDialog = lazyNamed(() => import('./AddEntryDialog.tsx'), 'AddEntryDialog')

/** The therapist's waiting list: times that became free, who waits, and how times are offered. */
export function WaitingListPage({ ClientSelect }: { ClientSelect: ClientSelectType }) {
  const { t } = useTranslation(['waitingList', 'session', 'sessionType'])
  const read = useWaitingList()
  const [adding, setAdding] = useState(false)
  return (
    <>
      <PageHeader
        title={t('title')}
        facts={t('hint')}
        actions={<AddButton onClick={() => setAdding(true)}>{t('add.action')}</AddButton>}
      />
      <Query
        of={read}
        pending={
          <Card>
            <RowSkeletons rows={4} />
          </Card>
        }
        failed={t('failed')}
        again={t('again')}
        card
      >
        {(list) => <Lists list={list} />}
      </Query>
      {adding && (
        <Suspense>
          <AddEntryDialog ClientSelect={ClientSelect} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

function Lists({ list: { settings, entries, freed } }: { list: WaitingListView }) {
  const { t } = useTranslation('waitingList')
  return (
    <div className={classes.parts}>
      {freed.length > 0 && (
        <Section title={t('freed.title')} hint={t('freed.hint')} count={freed.length} tint="answer" rows>
          {freed.map((one) => (
            <FreedTimeRow key={one.id} freed={one} entries={entries} />
          ))}
        </Section>
      )}
      <Section title={t('entries.title')} hint={t('entries.hint')} count={entries.length} rows={entries.length > 0}>
        {entries.length === 0 && (
          <EmptyState icon={IconClockPlus} level="h3" title={t('entries.emptyTitle')} text={t('entries.emptyText')} />
        )}
        {entries.map((entry) => (
          <WaitingEntryRow key={entry.id} entry={entry} />
        ))}
      </Section>
      <WaitingListSettingsCard settings={settings} />
    </div>
  )
}
