import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryList } from './EntryList.tsx'
import { EntryPane } from './EntryPane.tsx'
import classes from './list.module.css'
import { useLiveJournal } from './live.ts'
import { NothingOpen } from './NothingOpen.tsx'
import type { JournalSearch } from './search.ts'

const Bin = lazy(() => import('./Bin.tsx').then((file) => ({ default: file.Bin })))

const route = getRouteApi('/dashboard/client/journal')

/** A client's journal: what was written, what is being written, and who can read it [1.07]. On a phone the list or the text [2.14]. */
export function JournalPage() {
  const { t } = useTranslation('journal')
  const { entry, day, bin } = route.useSearch()
  const navigate = route.useNavigate()
  useLiveJournal()
  // An entry that was saved for the first time goes on in the same place: whoever writes keeps their cursor.
  const [born, setBorn] = useState<{ id: string | null; count: number }>({ id: null, count: 0 })
  const isNew = entry === 'new' || (entry !== undefined && entry === born.id)
  const go = (next: JournalSearch, replace = false) => void navigate({ search: next, replace })
  const startNew = () => {
    setBorn(({ count }) => ({ id: null, count: count + 1 }))
    go({ entry: 'new', ...(day && { day }) })
  }
  const toList = () => go({ ...(day && { day }) })
  useEffect(() => {
    if (!entry) document.title = `${t('title')} · Attune`
  }, [entry, t])
  if (bin) {
    return (
      <Suspense>
        <Bin onBack={() => go({})} />
      </Suspense>
    )
  }
  return (
    <div className={classes.panes} data-open={entry !== undefined || undefined}>
      <EntryList
        open={entry}
        day={day}
        onNew={startNew}
        onDay={(next) => go({ ...(entry && { entry }), ...(next && { day: next }) }, true)}
      />
      {entry ? (
        <EntryPane
          key={isNew ? `new-${born.count}` : entry}
          id={entry === 'new' ? null : entry}
          onSaved={({ id }) => {
            if (entry !== 'new') return
            setBorn(({ count }) => ({ id, count }))
            go({ entry: id, ...(day && { day }) }, true)
          }}
          onClose={toList}
        />
      ) : (
        <NothingOpen onNew={startNew} />
      )}
    </div>
  )
}
