import type { JournalEntrySummary } from '@attune/contract/features/care/journal/journal'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconNotebook, IconPlus, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NextPageButton } from '../../../../ui/list/NextPageButton.tsx'
import { orpc } from '../../../../platform/api/api.ts'
import { drafts } from '../../../../platform/draft/drafts.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { localDay } from '../../../../ui/page/date-text.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Pending, RevealTogether } from '../../../../ui/page/loading/RevealTogether.tsx'
import { SearchField } from '../../../../ui/input/SearchField.tsx'
import { DayStrip } from './DayStrip.tsx'
import { DraftRow, EntryRow, WaitingRows } from './EntryRow.tsx'
import { groupEntriesByMonth } from './entry-groups.ts'
import { JournalMenu } from './JournalMenu.tsx'
import classes from './list.module.css'
import { TagFilter } from './TagFilter.tsx'
import { newEntryDraftName } from '../entry/content.ts'
import { useWaitingEntries } from '../waiting-entries.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'

type Props = {
  open: string | undefined
  day: string | undefined
  onNew: () => void
  onDay: (day: string | null) => void
}

/** Lists the client's own entries, the latest first, with search by text, tag and day. */
export function EntryList({ open, day, onNew, onDay }: Props) {
  const { t } = useTranslation('journal')
  const now = useNow()
  const [typed, setTyped] = useState('')
  const [tag, setTag] = useState<string | null>(null)
  const [search] = useDebouncedValue(typed.trim(), 200)
  const read = useEntries({ search, tag, day })
  const waiting = useWaitingEntries()
  const entries = (read.data?.pages.flatMap((page) => page.items) ?? []).filter(
    ({ id }) => !waiting.some(({ input }) => input.id === id),
  )
  const narrowed = search !== '' || tag !== null || day !== undefined
  const hasDraft = drafts.versions(newEntryDraftName).length > 0
  const none = read.isSuccess && entries.length === 0 && waiting.length === 0
  const showAll = () => {
    setTyped('')
    setTag(null)
    onDay(null)
  }
  return (
    <section className={classes.list} aria-label={t('list')}>
      <ListHead onNew={onNew} />
      <SearchField label={t('find')} value={typed} onChange={setTyped} />
      <DayStrip day={day} onDay={onDay} now={now} />
      <RevealTogether waiting={<RowSkeletons rows={6} avatar={false} />}>
        <TagFilter tag={tag} onTag={setTag} />
        <Query
          of={read}
          pending={<RowSkeletons rows={6} avatar={false} />}
          failed={t('listFailed')}
          again={t('again')}
        />
        {hasDraft && !narrowed && open !== 'new' && <DraftRow />}
        <WaitingRows entries={waiting} open={open} />
        {none && narrowed && <NothingFound onShowAll={showAll} />}
        {none && !narrowed && !hasDraft && (
          <EmptyState icon={IconNotebook} title={t('empty.title')} text={t('empty.text')} />
        )}
        {!narrowed && <OnThisDay open={open} now={now} />}
        <EntryGroups entries={entries} open={open} />
        <NextPageButton of={read}>{t('earlier')}</NextPageButton>
      </RevealTogether>
    </section>
  )
}

type Filter = { search: string; tag: string | null; day: string | undefined }

/** Loads the entries that match the filter, page by page. */
function useEntries({ search, tag, day }: Filter) {
  return useInfiniteQuery({
    ...orpc.journal.list.infiniteOptions({
      input: (after: string | undefined) => ({
        search,
        ...(tag && { tag }),
        ...(day && { from: day, until: day }),
        after,
        limit: 50,
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
}

function ListHead({ onNew }: { onNew: () => void }) {
  const { t } = useTranslation('journal')
  return (
    <div className={classes.listHead}>
      <h1 className={classes.listTitle}>{t('title')}</h1>
      <JournalMenu />
      <Button
        className={classes.newEntry}
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={onNew}
      >
        {t('new')}
      </Button>
    </div>
  )
}

function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation('journal')
  return (
    <EmptyState icon={IconSearch} title={t('searchResult.none')}>
      <Button variant="default" onClick={onShowAll}>
        {t('searchResult.all')}
      </Button>
    </EmptyState>
  )
}

type GroupsProps = { entries: JournalEntrySummary[]; open: string | undefined }

/** Lists the entries by month. */
function EntryGroups({ entries, open }: GroupsProps) {
  const locale = useLocale()
  return groupEntriesByMonth(entries, locale).map((group) => <EntryGroup key={group.name} {...group} open={open} />)
}

function EntryGroup({ name, entries, open }: GroupsProps & { name: string }) {
  return (
    <div>
      <h2 className={classes.group}>{name}</h2>
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} open={entry.id === open} />
        ))}
      </ul>
    </div>
  )
}

/** Shows the entries of the same day in earlier years and months, if there are any. */
function OnThisDay({ open, now }: { open: string | undefined; now: Date }) {
  const { t } = useTranslation('journal')
  const day = localDay(now.toISOString(), useLocale())
  const read = useQuery(orpc.journal.onThisDay.queryOptions({ input: { day } }))
  const entries = read.data?.items ?? []
  if (read.isPending) return <Pending />
  return entries.length > 0 && <EntryGroup name={t('onThisDay')} entries={entries} open={open} />
}
