import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { ConnectionError, errorCode, isConnectionError } from '../../../../platform/api/errors.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { localDay, momentInSentence, timeText } from '../../../../ui/page/date-text.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import { firstNameOf } from '../../../../ui/page/first-name.ts'
import classes from './sharing.module.css'
import type { SaveResult } from '../entry/use-saved-entry.ts'
import { useCacheEntry, useInvalidateJournal } from '../use-live-journal.ts'

type Props = { entry: JournalEntryDetail; dirty: boolean; onSave: () => Promise<SaveResult> }

/** Returns the names of the therapists who can read an entry, as parameters for its texts. */
const namesOf = ({ shares }: JournalEntryDetail) => ({
  count: shares.length,
  names: new Intl.ListFormat(currentLanguage()).format(shares.map(({ therapist }) => firstNameOf(therapist.name))),
})

/** Shows which version of an entry its therapists see, and offers to publish later changes. */
export function PublishedVersion(props: Props) {
  const text = usePublishedText(props.entry)
  if (!text) return null
  return (
    <div className={classes.published}>
      <p role="status">
        <IconEye size={16} stroke={1.75} aria-hidden />
        <span>{text}</span>
      </p>
      <UpdatePublished {...props} />
    </div>
  )
}

/** Returns a sentence about the version that the therapists see: 'Nora sees the version from 14:05'. Null if the entry is not shared. */
export function usePublishedText(entry: JournalEntryDetail | null): string | null {
  const { t } = useTranslation('journal')
  const when = useWhen(entry?.published?.at ?? '')
  return entry?.published ? t('publish.sees', { ...namesOf(entry), when }) : null
}

/**
 * If the working copy differs from the published version, offers to publish it for all therapists who can read the
 * entry. Publishing needs a connection.
 */
export function UpdatePublished({ entry, dirty, onSave }: Props) {
  const { t } = useTranslation('journal')
  const { publish, problem } = usePublish(entry, onSave)
  return (
    <>
      {entry.published && (dirty || !entry.published.isCurrent) && (
        <Button variant="light" loading={publish.isPending} onClick={() => publish.mutate()}>
          {t('publish.update', namesOf(entry))}
        </Button>
      )}
      <FormError>{problem && t(`publish.${problem}`, namesOf(entry))}</FormError>
    </>
  )
}

/** Formats an instant as a time if it is today, otherwise as a day and a time. */
function useWhen(instant: string) {
  const locale = useLocale()
  const now = useNow()
  if (!instant) return ''
  const isToday = localDay(instant, locale) === localDay(now.toISOString(), locale)
  return isToday ? timeText(instant, locale) : momentInSentence(instant, locale, now)
}

/** Returns a mutation that saves the working copy and publishes it, and the reason (`problem`) if it was not published. */
function usePublish(entry: JournalEntryDetail, onSave: Props['onSave']) {
  const cacheEntry = useCacheEntry()
  const refetch = useInvalidateJournal()
  const [problem, setProblem] = useState<'offline' | 'changed' | 'failed' | null>(null)
  const publish = useMutation({
    mutationFn: async () => {
      setProblem(null)
      const saved = await onSave()
      if (saved === 'kept') throw new ConnectionError('NETWORK_ERROR')
      // The editor shows the reason if the text was not saved.
      if (saved)
        cacheEntry(
          await api.journal.publish({ id: entry.id, version: saved.version }, { context: { offline: 'fail' } }),
        )
    },
    onError: (error) => {
      if (isConnectionError(error)) return setProblem('offline')
      setProblem(errorCode(error) === 'CHANGED' ? 'changed' : 'failed')
      void refetch()
    },
  })
  return { publish, problem }
}
