import type { ClientId } from '@attune/contract/common/ids'
import type { NoteSummary } from '@attune/contract/features/care/note/note'
import { Button, SegmentedControl } from '@mantine/core'
import { IconNotes, IconPrinter } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary, lazyNamed } from '../../../../platform/lazy-named.ts'
import { CardSkeleton } from '../../../../ui/page/loading/CardSkeleton.tsx'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { SearchField } from '../../../../ui/input/SearchField.tsx'
import { ScrollRow } from '../../../../ui/page/row/ScrollRow.tsx'
import { type ChosenNote, keyOfNote } from './chosen-note.ts'
import classes from './client-notes.module.css'
import { NoteList } from './NoteList.tsx'
import { NoteReader } from './NoteReader.tsx'
import { type NotesFilter, useClientNotes } from './use-client-notes.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'

const ClientNoteEditor = lazyInBoundary(() => import('./ClientNoteEditor.tsx'), 'ClientNoteEditor')
const PrintNotesDialog = lazyNamed(() => import('../print/PrintNotesDialog.tsx'), 'PrintNotesDialog')

type Props = {
  clientId: ClientId
  name: string
  /** The note that is shown initially; null for the note that `firstShown` returns. */
  opened?: ChosenNote | null
}

/** All notes about a client: the list with its filter, and beside it the chosen note, read-only. */
export function ClientNotes({ clientId, name, opened = null }: Props) {
  const { t } = useTranslation('note')
  const [filter, setFilter] = useState<NotesFilter>({ search: '', state: 'all' })
  const [chosen, setChosen] = useState(opened)
  const [printing, setPrinting] = useState(false)
  const reader = useRef<HTMLDivElement>(null)
  const { read, items, aboutClient } = useClientNotes(clientId, filter)
  const shown = chosen ?? firstShown(items, aboutClient)
  const choose = (next: ChosenNote) => {
    setChosen(next)
    reader.current?.scrollIntoView({ block: 'nearest' })
  }
  if (!read.data)
    return (
      <Query
        of={read}
        pending={<RowSkeletons rows={5} avatar={false} />}
        failed={t('list.failed')}
        again={t('again')}
      />
    )
  return (
    <>
      <Filters filter={filter} onChange={setFilter} onPrint={() => setPrinting(true)} />
      {shown === null && <NothingToRead isFiltered={filter.search !== '' || filter.state !== 'all'} />}
      <div className={classes.columns} hidden={shown === null}>
        <div className={classes.list}>
          <NoteList {...{ read, items, shown, name }} showsClientNote={aboutClient} onChoose={choose} />
        </div>
        <div ref={reader} className={classes.reader}>
          <Suspense fallback={<CardSkeleton height={360} />}>
            {shown === 'client' && <ClientNoteEditor clientId={clientId} name={name} />}
            {shown !== null && shown !== 'client' && (
              <ChosenReader
                key={shown}
                {...{ clientId, shown }}
                found={items.find((item) => keyOfNote(item) === shown)}
              />
            )}
          </Suspense>
        </div>
      </div>
      {printing && <PrintNotesDialog clientId={clientId} name={name} onClose={() => setPrinting(false)} />}
    </>
  )
}

/**
 * Returns the note that is shown first: the latest one that is not a shared part, otherwise the note about the client, otherwise a shared part. So
 * the page reads a shared part without being asked only if there is nothing else.
 */
function firstShown(items: readonly NoteSummary[], aboutClient: boolean): ChosenNote | null {
  const own = items.find(({ isShared }) => !isShared)
  if (own) return keyOfNote(own)
  if (aboutClient) return 'client'
  return items[0] ? keyOfNote(items[0]) : null
}

type ReaderProps = { clientId: ClientId; shown: ChosenNote; found: NoteSummary | undefined }

/** Shows the chosen note. The note stays beside the list even if the filter excludes it from the list. */
function ChosenReader({ clientId, shown, found }: ReaderProps) {
  const [summary, setSummary] = useState(found)
  if (found && found !== summary) setSummary(found)
  const { sessionId, isShared } = summary ?? { sessionId: shown, isShared: false }
  return <NoteReader part={isShared ? { sessionId } : { sessionId, clientId }} summary={summary} />
}

function NothingToRead({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation('note')
  return isFiltered ? (
    <EmptyState icon={IconNotes} title={t('list.noneFound')} text={t('list.noneFoundText')} />
  ) : (
    <EmptyState icon={IconNotes} title={t('list.none')} text={t('list.noneText')} />
  )
}

type FiltersProps = { filter: NotesFilter; onChange: (filter: NotesFilter) => void; onPrint: () => void }

function Filters({ filter, onChange, onPrint }: FiltersProps) {
  const { t } = useTranslation('note')
  return (
    <div className={classes.filters}>
      <SearchField
        className={classes.search}
        label={t('list.search')}
        value={filter.search}
        onChange={(search) => onChange({ ...filter, search })}
      />
      <ScrollRow>
        <SegmentedControl
          aria-label={t('list.filter')}
          value={filter.state}
          onChange={(state) => onChange({ ...filter, state })}
          data={(['all', 'unsigned', 'signed'] as const).map((value) => ({ value, label: t(`list.${value}`) }))}
        />
      </ScrollRow>
      <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={onPrint}>
        {t('print.button')}
      </Button>
    </div>
  )
}
