import type { JournalEntryId } from '@attune/contract/common/ids'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { EntryList } from './list/EntryList.tsx'
import { OpenEntry } from './entry/OpenEntry.tsx'
import classes from './list/list.module.css'
import { useJournalSubscriptions } from './use-live-journal.ts'
import { NoEntryOpen } from './list/NoEntryOpen.tsx'
import type { JournalSearch } from './journal-search.ts'
import { settleOpenEntry } from './entry/use-entry-editor.ts'
import { useVisibleHeight } from './use-visible-height.ts'
import { useMarkSubjectRead } from '../../messages/notification/notification.ts'

const JournalTrash = lazyNamed(() => import('./list/JournalTrash.tsx'), 'JournalTrash')

const route = getRouteApi('/dashboard/client/journal')

/**
 * The page of a client's journal: the list of entries, the open entry, and who can read it [1.07]. A phone shows either
 * the list or the open entry [2.14].
 */
export function JournalPage() {
  const { bin } = route.useSearch()
  const navigate = route.useNavigate()
  if (!bin) return <JournalPanes />
  return <JournalTrash onBack={() => void navigate({ search: {} })} />
}

/** Shows the title of the page in the browser tab. An open entry adds no words to it, because the browser's history keeps titles. */
function useTabTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Attune`
  }, [title])
}

/** The list of the entries and the open entry. */
function JournalPanes() {
  const { t } = useTranslation('journal')
  const { entry, day } = route.useSearch()
  const navigate = route.useNavigate()
  useJournalSubscriptions()
  // A new entry keeps its editor after the first save. Otherwise the cursor would lose its position.
  const [firstSaved, setFirstSaved] = useState<{ id: JournalEntryId | null; count: number }>({ id: null, count: 0 })
  const isNew = entry === 'new' || (entry !== undefined && entry === firstSaved.id)
  useMarkSubjectRead('entry', isNew ? undefined : entry)
  const go = (next: JournalSearch, replace = false) => void navigate({ search: next, replace })
  const startNew = async () => {
    await settleOpenEntry()
    setFirstSaved(({ count }) => ({ id: null, count: count + 1 }))
    go({ entry: 'new', ...(day && { day }) })
  }
  useTabTitle(t('title'))
  const height = useVisibleHeight(entry !== undefined)
  return (
    <div
      className={classes.panes}
      data-open={entry !== undefined || undefined}
      data-fills-phone={entry !== undefined || undefined}
      style={height}
    >
      <EntryList
        open={entry}
        day={day}
        onNew={() => void startNew()}
        onDay={(next) => go({ ...(entry && { entry }), ...(next && { day: next }) }, true)}
      />
      {entry && <PhoneHeading />}
      {entry ? (
        <OpenEntry
          key={isNew ? `new-${firstSaved.count}` : entry}
          id={entry === 'new' ? null : entry}
          onSaved={({ id }) => {
            if (entry !== 'new') return
            setFirstSaved(({ count }) => ({ id, count }))
            go({ entry: id, ...(day && { day }) }, true)
          }}
          onClose={() => go({ ...(day && { day }) })}
        />
      ) : (
        <NoEntryOpen onNew={() => void startNew()} />
      )}
    </div>
  )
}

/** The heading of the page on a phone. An open entry replaces the list together with this heading. */
function PhoneHeading() {
  const { t } = useTranslation('journal')
  return <h1 className={classes.phoneTitle}>{t('title')}</h1>
}
