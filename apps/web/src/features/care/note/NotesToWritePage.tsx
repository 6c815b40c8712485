import type { SessionToWrite } from '@attune/contract/features/care/note/note'
import { shortName } from '@attune/contract/features/people/account/account.rules'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconChecks } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { CardSkeleton } from '../../../ui/page/loading/CardSkeleton.tsx'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { PageTogether } from '../../../ui/page/loading/PageTogether.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Card } from '../../../ui/page/Section.tsx'
import { momentText } from '../../../ui/page/date-text.ts'
import classes from './client-note/client-notes.module.css'
import { OlderNotes } from './OlderNotes.tsx'
import { QueueList } from './QueueList.tsx'

const NoteCard = lazyNamed(() => import('./session-note/NoteCard.tsx'), 'NoteCard', <CardSkeleton height={360} />)

const route = getRouteApi('/dashboard/therapist/notes')

/** The page of notes to write, oldest first: the list, and beside it the note that is being written. */
export function NotesToWritePage() {
  const { t } = useTranslation('note')
  const { session: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const read = useQueue()
  const pages = read.data?.pages ?? []
  const items = pages.flatMap((page) => page.items)
  const total = pages[0]?.total ?? 0
  const at = Math.max(
    0,
    items.findIndex(({ session }) => session.id === chosen),
  )
  const current = items[at]
  const next = items[at + 1] ?? (at > 0 ? items[0] : undefined)
  const open = (item: SessionToWrite | undefined) =>
    void navigate({ search: item ? { session: item.session.id } : {}, replace: chosen !== undefined })
  return (
    <PageTogether title={t('queue.title')}>
      <PageHeader
        title={t('queue.title')}
        facts={read.data && total > 0 && t('queue.facts', { count: total })}
        actions={items.some(({ begun }) => !begun) && <OlderNotes />}
      />
      {read.isPending && <RowSkeletons rows={5} avatar={false} />}
      {read.isError && <Query of={read} alsoStale failed={t('queue.failed')} again={t('again')} />}
      {read.data && !current && (
        <Card>
          <EmptyState icon={IconChecks} title={t('queue.none')} text={t('queue.noneText')} />
        </Card>
      )}
      {current && (
        <div className={classes.columns} data-chosen={chosen !== undefined || undefined}>
          <div className={classes.list}>
            <QueueList read={read} items={items} current={current.session.id} onOpen={open} />
          </div>
          <div className={classes.reader}>
            <Writing key={current.session.id} item={current} next={next} onOpen={open} />
          </div>
        </div>
      )}
    </PageTogether>
  )
}

function useQueue() {
  return useInfiniteQuery({
    ...orpc.note.queue.infiniteOptions({
      input: (after: string | undefined) => ({ ...(after !== undefined && { after }), limit: 30 }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
    refetchOnMount: 'always',
  })
}

type WritingProps = {
  item: SessionToWrite
  next: SessionToWrite | undefined
  onOpen: (item: SessionToWrite | undefined) => void
}

/** Edits the note of one session. Opens the next note after signing, or when the therapist presses the button for the next note. */
function Writing({ item: { session }, next, onOpen }: WritingProps) {
  const { t } = useTranslation('note')
  const locale = useLocale()
  return (
    <>
      <div className={classes.turn}>
        <Button
          className={classes.back}
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={18} aria-hidden />}
          onClick={() => onOpen(undefined)}
        >
          {t('queue.back')}
        </Button>
        <div className={classes.who}>
          <h2>{session.participants.map(shortName).join(', ')}</h2>
          <time dateTime={session.startsAt}>{momentText(session.startsAt, locale)}</time>
        </div>
        {next && (
          <Button
            variant="default"
            rightSection={<IconArrowRight size={18} aria-hidden />}
            onClick={() => onOpen(next)}
          >
            {t('queue.next')}
          </Button>
        )}
      </div>
      <NoteCard session={session} onSigned={() => onOpen(next)} />
    </>
  )
}
