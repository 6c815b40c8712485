import type { JournalEntryId } from '@attune/contract/common/ids'
import type { JournalEntrySummary } from '@attune/contract/features/care/journal/journal'
import { trashDays } from '@attune/contract/features/care/journal/journal.rules'
import { shiftDay } from '@attune/contract/common/time/time'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconRestore, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NextPageButton } from '../../../../ui/list/NextPageButton.tsx'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { DiscardDialog } from '../../../../ui/dialog/DiscardDialog.tsx'
import { localDay, dayText } from '../../../../ui/page/date-text.ts'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Card, CardRow } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import classes from './list.module.css'
import { useInvalidateJournal } from '../use-live-journal.ts'

/**
 * Lists the entries deleted in the last 30 days. The client can restore an entry, which makes it private, or delete it
 * permanently.
 */
export function JournalTrash({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('journal')
  /** The id of the entry in the open deletion dialog, or `all` for the whole trash. Null if no dialog is open. */
  const [asked, setAsked] = useState<string | null>(null)
  const { read, entries, restore, erase } = useTrash()
  return (
    <>
      <PageHeader
        title={t('bin.title')}
        facts={t('bin.facts', { count: trashDays })}
        actions={<TrashActions onBack={onBack} onEraseAll={entries.length > 0 ? () => setAsked('all') : undefined} />}
      />
      <Card>
        <Query
          of={read}
          pending={<RowSkeletons rows={3} avatar={false} />}
          failed={t('listFailed')}
          again={t('again')}
          empty={entries.length === 0 && <EmptyState icon={IconTrash} title={t('bin.empty')} />}
        >
          {() =>
            entries.map((entry) => (
              <TrashRow
                key={entry.id}
                entry={entry}
                restoring={restore.isPending && restore.variables === entry.id}
                onRestore={() => restore.mutate(entry.id)}
                onErase={() => setAsked(entry.id)}
              />
            ))
          }
        </Query>
        <NextPageButton of={read}>{t('earlier')}</NextPageButton>
      </Card>
      {asked && (
        <EraseQuestion
          all={asked === 'all'}
          onKeep={() => setAsked(null)}
          onErase={() => {
            erase.mutate(asked === 'all' ? null : asked)
            setAsked(null)
          }}
        />
      )}
    </>
  )
}

/** Loads the entries in the trash page by page, restores entries and deletes them permanently. */
function useTrash() {
  const { t } = useTranslation('journal')
  const changed = useInvalidateJournal()
  const read = useInfiniteQuery(
    orpc.journal.list.infiniteOptions({
      input: (after: string | undefined) => ({ bin: true, after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  const restore = useMutation({
    mutationFn: (id: JournalEntryId) => api.journal.restore({ id }),
    onSuccess: () => {
      toast.success(t('bin.restored'))
      return changed()
    },
    onError: () => toast.error(t('bin.restoreFailed')),
  })
  const erase = useMutation({
    mutationFn: (id: JournalEntryId | null) => api.journal.erase({ id }),
    onSuccess: ({ erased }) => {
      toast.success(t('bin.erased', { count: erased }))
      return changed()
    },
    onError: () => toast.error(t('bin.eraseFailed')),
  })
  return { read, entries: read.data?.pages.flatMap((page) => page.items) ?? [], restore, erase }
}

function EraseQuestion({ all, onKeep, onErase }: { all: boolean; onKeep: () => void; onErase: () => void }) {
  const { t } = useTranslation('journal')
  return (
    <DiscardDialog
      title={t(all ? 'bin.askAll' : 'bin.ask')}
      text={t('bin.askText')}
      stay={t('bin.keep')}
      leave={t('bin.erase')}
      onStay={onKeep}
      onLeave={onErase}
    />
  )
}

function TrashActions({ onBack, onEraseAll }: { onBack: () => void; onEraseAll: (() => void) | undefined }) {
  const { t } = useTranslation('journal')
  return (
    <>
      <Button variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={onBack}>
        {t('bin.back')}
      </Button>
      {onEraseAll && (
        <Button variant="default" leftSection={<IconTrash size={18} aria-hidden />} onClick={onEraseAll}>
          {t('bin.eraseAll')}
        </Button>
      )}
    </>
  )
}

type RowProps = { entry: JournalEntrySummary; restoring: boolean; onRestore: () => void; onErase: () => void }

function TrashRow({ entry, restoring, onRestore, onErase }: RowProps) {
  const { t } = useTranslation('journal')
  const locale = useLocale()
  const day = entry.binnedAt ? dayText(shiftDay(localDay(entry.binnedAt, locale), trashDays), locale) : ''
  return (
    <CardRow wraps>
      <span className={classes.binned}>
        <span>{entry.title || entry.excerpt || t('untitled')}</span>
        <span className={classes.dim}>{t('bin.until', { day })}</span>
      </span>
      <Button
        variant="light"
        leftSection={<IconRestore size={18} aria-hidden />}
        loading={restoring}
        onClick={onRestore}
      >
        {t('bin.restore')}
      </Button>
      <Button variant="subtle" color="gray" onClick={onErase}>
        {t('bin.erase')}
      </Button>
    </CardRow>
  )
}
