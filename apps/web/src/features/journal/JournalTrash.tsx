import { trashDays } from '@attune/contract/features/journal.rules'
import { shiftDay } from '@attune/contract/common/time'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconRestore, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../platform/api.ts'
import { useLocale } from '../../platform/use-locale.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DiscardDialog } from '../../ui/DiscardDialog.tsx'
import { localDay, dayText } from '../../ui/date-text.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Card, CardRow } from '../../ui/Section.tsx'
import { toast } from '../../ui/toast.ts'
import { Query } from '../../ui/Query.tsx'
import { RowSkeletons } from '../../ui/ListStates.tsx'
import classes from './list.module.css'
import { useInvalidateJournal } from './use-live-journal.ts'

/** Entries deleted in the last 30 days. They can be restored as private, or deleted permanently. */
export function JournalTrash({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('journal')
  const reader = useLocale()
  const changed = useInvalidateJournal()
  /** The id of the entry to delete; `all` for the whole trash. */
  const [asked, setAsked] = useState<string | null>(null)
  const read = useInfiniteQuery(
    orpc.journal.list.infiniteOptions({
      input: (after: string | undefined) => ({ bin: true, after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  const entries = read.data?.pages.flatMap((page) => page.items) ?? []
  const restore = useMutation({
    mutationFn: (id: string) => api.journal.restore({ id }),
    onSuccess: () => {
      toast.success(t('bin.restored'))
      return changed()
    },
    onError: () => toast.error(t('bin.restoreFailed')),
  })
  const erase = useMutation({
    mutationFn: (id: string | null) => api.journal.erase({ id }),
    onSuccess: ({ erased }) => {
      toast.success(t('bin.erased', { count: erased }))
      return changed()
    },
    onError: () => toast.error(t('bin.eraseFailed')),
  })
  const until = (binnedAt: string | null) =>
    binnedAt ? dayText(shiftDay(localDay(binnedAt, reader), trashDays), reader) : ''
  return (
    <>
      <PageHeader
        title={t('bin.title')}
        facts={t('bin.facts', { count: trashDays })}
        actions={
          <>
            <Button variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={onBack}>
              {t('bin.back')}
            </Button>
            {entries.length > 0 && (
              <Button
                variant="default"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => setAsked('all')}
              >
                {t('bin.eraseAll')}
              </Button>
            )}
          </>
        }
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
              <CardRow key={entry.id} wraps>
                <span className={classes.binned}>
                  <span>{entry.title || entry.excerpt || t('untitled')}</span>
                  <span className={classes.dim}>{t('bin.until', { day: until(entry.binnedAt) })}</span>
                </span>
                <Button
                  variant="light"
                  leftSection={<IconRestore size={18} aria-hidden />}
                  loading={restore.isPending && restore.variables === entry.id}
                  onClick={() => restore.mutate(entry.id)}
                >
                  {t('bin.restore')}
                </Button>
                <Button variant="subtle" color="gray" onClick={() => setAsked(entry.id)}>
                  {t('bin.erase')}
                </Button>
              </CardRow>
            ))
          }
        </Query>
        {read.hasNextPage && (
          <Button variant="subtle" loading={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
            {t('earlier')}
          </Button>
        )}
      </Card>
      {asked && (
        <DiscardDialog
          title={t(asked === 'all' ? 'bin.askAll' : 'bin.ask')}
          text={t('bin.askText')}
          stay={t('bin.keep')}
          leave={t('bin.erase')}
          onStay={() => setAsked(null)}
          onLeave={() => {
            erase.mutate(asked === 'all' ? null : asked)
            setAsked(null)
          }}
        />
      )}
    </>
  )
}
