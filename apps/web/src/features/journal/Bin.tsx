import { binDays } from '@attune/contract/features/journal'
import { shiftDay } from '@attune/contract/common/time'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconRestore, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, query } from '../../platform/api.ts'
import { useReader } from '../../platform/reader.ts'
import { Empty } from '../../ui/Empty.tsx'
import { LeaveDialog } from '../../ui/LeaveDialog.tsx'
import { dayOf, dayText } from '../../ui/moment.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel, Row } from '../../ui/Section.tsx'
import { toast } from '../../ui/toast.ts'
import { LoadFailed, RowSkeletons } from '../../ui/Waiting.tsx'
import classes from './list.module.css'
import { useJournalChanged } from './live.ts'

/** Entries deleted in the last 30 days. They can be restored as private, or deleted permanently. */
export function Bin({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('journal')
  const reader = useReader()
  const changed = useJournalChanged()
  /** The id of the entry to delete; `all` for the whole trash. */
  const [asked, setAsked] = useState<string | null>(null)
  const read = useInfiniteQuery(
    query.journal.list.infiniteOptions({
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
    binnedAt ? dayText(shiftDay(dayOf(binnedAt, reader), binDays), reader) : ''
  return (
    <>
      <PageHead
        title={t('bin.title')}
        facts={t('bin.facts', { count: binDays })}
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
      <Panel>
        {read.isPending && <RowSkeletons rows={3} avatar={false} />}
        {read.isError && !read.data && (
          <LoadFailed words={t('listFailed')} again={t('again')} onAgain={() => void read.refetch()} />
        )}
        {read.data && entries.length === 0 && <Empty icon={IconTrash} title={t('bin.empty')} />}
        {entries.map((entry) => (
          <Row key={entry.id} wraps>
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
          </Row>
        ))}
        {read.hasNextPage && (
          <Button variant="subtle" loading={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
            {t('earlier')}
          </Button>
        )}
      </Panel>
      {asked && (
        <LeaveDialog
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
