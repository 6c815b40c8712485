import type { JournalEntryId } from '@attune/contract/common/ids'
import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { Skeleton } from '@mantine/core'
import { IconNotebookOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { EntryEditor } from './EntryEditor.tsx'
import classes from './entry.module.css'
import { useWaitingEntry } from '../waiting-entries.ts'

type Props = { id: JournalEntryId | null; onSaved: (entry: { id: JournalEntryId }) => void; onClose: () => void }

/** Loads an entry and opens it in the editor. An `id` of null opens a new entry. */
export function OpenEntry({ id, onSaved, onClose }: Props) {
  const { t } = useTranslation('journal')
  const read = useQuery({ ...orpc.journal.get.queryOptions({ input: { id: id ?? '' } }), enabled: id !== null })
  const waiting = useWaitingEntry(id)
  const entry: JournalEntryDetail | null = read.data ?? null
  if (id === null || entry || waiting)
    return (
      // While the texts of the editor load, the list of entries stays visible.
      <Suspense fallback={<LoadingEntry />}>
        <EntryEditor entry={entry} waiting={waiting} onSaved={onSaved} onClose={onClose} />
      </Suspense>
    )
  if (read.isPending) return <LoadingEntry />
  return (
    <div className={classes.paper}>
      {errorCode(read.error) === 'NOT_FOUND' ? (
        <EmptyState icon={IconNotebookOff} title={t('missing.title')} text={t('missing.text')}>
          <ButtonLink variant="default" to="/dashboard/client/journal" search={{}}>
            {t('missing.back')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <Query of={read} failed={t('readFailed')} again={t('again')} />
      )}
    </div>
  )
}

function LoadingEntry() {
  const { t } = useTranslation('journal')
  return (
    <div className={classes.paper} role="status" aria-busy="true" aria-label={t('loading')}>
      <Skeleton height={36} width="60%" />
      <Skeleton height={240} mt="md" />
    </div>
  )
}
