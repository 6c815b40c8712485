import type { RecordEnding, RecordEndings } from '@attune/contract/features/care/record-retention/record-retention'
import { Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Card, Section } from '../../../../ui/page/Section.tsx'
import { RecordEndingRow } from './RecordEndingRow.tsx'
import classes from './record-endings.module.css'
import { useRecordEndings } from './use-record-endings.ts'

const ConfirmEndingsDialog = lazyNamed(() => import('./ConfirmEndingsDialog.tsx'), 'ConfirmEndingsDialog')
const PlaceHoldDialog = lazyNamed(() => import('../PlaceHoldDialog.tsx'), 'PlaceHoldDialog')
const ExportRecordDialog = lazyNamed(() => import('../../record-export/record-export.ts'), 'ExportRecordDialog')

/** The dialog that a row has opened, with the records that it is about. */
type Opened = { kind: 'confirm'; records: RecordEnding[] } | { kind: 'hold' | 'export'; record: RecordEnding }

/** The list of the records whose retention ends. The therapist confirms the erasure of each record, or keeps the record by a legal hold. */
export function RecordEndingsPage() {
  const { t } = useTranslation(['recordEndings', 'recordRetention', 'recordExport'])
  const read = useRecordEndings()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <PageHeader title={t('title')} facts={t('hint')} />
      <Query
        of={read}
        pending={
          <Card>
            <RowSkeletons rows={4} avatar={false} />
          </Card>
        }
        failed={t('failed')}
        again={t('again')}
        card
      >
        {(list) => <Lists list={list} onOpen={setOpened} />}
      </Query>
      {opened?.kind === 'confirm' && <ConfirmEndingsDialog records={opened.records} onClose={close} />}
      {opened?.kind === 'hold' && (
        <PlaceHoldDialog client={{ id: opened.record.clientId, name: opened.record.name }} onClose={close} />
      )}
      {opened?.kind === 'export' && (
        <ExportRecordDialog clientId={opened.record.clientId} name={opened.record.name} onClose={close} />
      )}
    </>
  )
}

type ListsProps = { list: RecordEndings; onOpen: (opened: Opened) => void }

function Lists({ list: { items, counts }, onOpen }: ListsProps) {
  const { t } = useTranslation('recordEndings')
  if (items.length === 0)
    return (
      <Card>
        <EmptyState icon={IconArchive} title={t('emptyTitle')} text={t('emptyText')} />
      </Card>
    )
  const total = counts.open + counts.confirmed + counts.held
  return (
    <div className={classes.parts}>
      {(['open', 'confirmed', 'held'] as const).map((state) => {
        const records = items.filter((item) => item.state === state)
        if (records.length === 0) return null
        return (
          <Section
            key={state}
            title={t(`${state}.title`)}
            hint={t(`${state}.hint`)}
            count={counts[state]}
            rows
            {...(state === 'open' && { tint: 'answer' })}
            action={state === 'open' && records.length > 1 && <ConfirmAllButton records={records} onOpen={onOpen} />}
          >
            {records.map((record) => (
              <RecordEndingRow
                key={record.clientId}
                record={record}
                onConfirm={() => onOpen({ kind: 'confirm', records: [record] })}
                onHold={() => onOpen({ kind: 'hold', record })}
                onExport={() => onOpen({ kind: 'export', record })}
              />
            ))}
          </Section>
        )
      })}
      {items.length < total && (
        <div className={classes.facts} role="status">
          {t('more', { shown: items.length, count: total })}
        </div>
      )}
    </div>
  )
}

function ConfirmAllButton({ records, onOpen }: { records: RecordEnding[]; onOpen: ListsProps['onOpen'] }) {
  const { t } = useTranslation('recordEndings')
  return (
    <Button variant="default" aria-haspopup="dialog" onClick={() => onOpen({ kind: 'confirm', records })}>
      {t('confirm.all', { count: records.length })}
    </Button>
  )
}
