import type { ClientId } from '@attune/contract/common/ids'
import type { WaitingEntry, WaitingListView } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import { IconClockPlus } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { AddButton } from '../../../ui/list/AddButton.tsx'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { Card, Section } from '../../../ui/page/Section.tsx'
import type { ClientSelectType } from './AddEntryDialog.tsx'
import { FreedTimeRow } from './FreedTimeRow.tsx'
import { WaitingEntryRow } from './WaitingEntryRow.tsx'
import { WaitingListSettingsCard } from './WaitingListSettingsCard.tsx'
import { useWaitingList } from './use-waiting-list.ts'
import classes from './waiting-list.module.css'

const AddEntryDialog = lazyNamed(() => import('./AddEntryDialog.tsx'), 'AddEntryDialog')

type ScheduleFor = Pick<WaitingEntry, 'durationMinutes' | 'format' | 'typeId'> & {
  client: { id: ClientId; name: string }
  startsAt: string
}
type Props = {
  ClientSelect: ClientSelectType
  ScheduleDialog: ComponentType<{ of: ScheduleFor; onClose: () => void }>
}

/**
 * The therapist's waiting list: times that became free, waiting clients, and the settings for offers. The route passes `ClientSelect` and
 * `ScheduleDialog`, because they belong to another feature.
 */
export function WaitingListPage({ ClientSelect, ScheduleDialog }: Props) {
  const { t } = useTranslation(['waitingList', 'session', 'sessionType'])
  const read = useWaitingList()
  const [adding, setAdding] = useState(false)
  const [scheduling, setScheduling] = useState<ScheduleFor | null>(null)
  const schedule = ({ clientId, clientName, ...entry }: WaitingEntry, startsAt: string) =>
    setScheduling({ ...entry, client: { id: clientId, name: clientName }, startsAt })
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
        {(list) => <Lists list={list} onSchedule={schedule} />}
      </Query>
      {scheduling && <ScheduleDialog of={scheduling} onClose={() => setScheduling(null)} />}
      {adding && <AddEntryDialog ClientSelect={ClientSelect} onClose={() => setAdding(false)} />}
    </>
  )
}

type ListsProps = { list: WaitingListView; onSchedule: (entry: WaitingEntry, startsAt: string) => void }

function Lists({ list: { settings, entries, freed }, onSchedule }: ListsProps) {
  const { t } = useTranslation('waitingList')
  return (
    <div className={classes.parts}>
      {freed.length > 0 && (
        <Section title={t('freed.title')} hint={t('freed.hint')} count={freed.length} tint="answer" rows>
          {freed.map((one) => (
            <FreedTimeRow key={one.id} freed={one} entries={entries} onSchedule={onSchedule} />
          ))}
        </Section>
      )}
      <Section title={t('entries.title')} hint={t('entries.hint')} count={entries.length} rows={entries.length > 0}>
        {entries.length === 0 && (
          <EmptyState icon={IconClockPlus} level="h3" title={t('entries.emptyTitle')} text={t('entries.emptyText')} />
        )}
        {entries.map((entry) => (
          <WaitingEntryRow key={entry.id} entry={entry} onSchedule={(startsAt) => onSchedule(entry, startsAt)} />
        ))}
      </Section>
      <WaitingListSettingsCard settings={settings} />
    </div>
  )
}
