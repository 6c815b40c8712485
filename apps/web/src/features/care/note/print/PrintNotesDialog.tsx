import type { ClientId } from '@attune/contract/common/ids'
import type { WholeNote } from '@attune/contract/features/care/note/note'
import { dayBounds } from '@attune/contract/common/time/time'
import { Checkbox, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { localDay } from '../../../../ui/page/date-text.ts'
import classes from '../client-note/client-notes.module.css'
import { NotesPrintSheet } from './NotesPrintSheet.tsx'
import { allPages, type PageLoader } from '../../../../platform/query/all-pages.ts'
import { SharedNotesWarning } from './SharedNotesWarning.tsx'

type Props = { clientId: ClientId; name: string; onClose: () => void }
type Period = { from: string; until: string }

const firstDays = 90
const dayInMilliseconds = 24 * 60 * 60_000

/**
 * Prints the notes on the sessions of a period, signed or not, with their addenda. Preselects the last 90 days. Prints shared parts, which are about
 * other people too, only if the therapist chooses to.
 */
export function PrintNotesDialog({ clientId, name, onClose }: Props) {
  const { t } = useTranslation('note')
  const { zone } = useLocale()
  const [period, setPeriod] = usePeriod()
  const [withShared, setWithShared] = useState(false)
  const isValid = period.from !== '' && period.until !== '' && period.from <= period.until
  const range = { clientId, ...(isValid && instantsOf(period, zone)) }
  const load = useMutation({ mutationFn: () => notesWithin({ ...range, withShared }) })
  if (load.data && load.data.length > 0) return <NotesPrintSheet notes={load.data} name={name} onDone={onClose} />
  return (
    <FormDialog
      title={t('printRange.title')}
      submit={t('printRange.submit')}
      back={t('printRange.back')}
      busy={load.isPending}
      problem={(load.isError && t('printRange.failed')) || (load.data?.length === 0 && t('printRange.none'))}
      onClose={onClose}
      onSubmit={() => isValid && load.mutate()}
    >
      <div className={classes.days}>
        <DateInput
          label={t('printRange.from')}
          value={period.from}
          onChange={(from) => setPeriod({ ...period, from })}
        />
        <DateInput
          label={t('printRange.until')}
          value={period.until}
          error={!isValid && t('printRange.order')}
          onChange={(until) => setPeriod({ ...period, until })}
        />
      </div>
      <Stack gap="xs">
        <Checkbox
          label={t('printRange.withShared')}
          checked={withShared}
          onChange={(event) => setWithShared(event.currentTarget.checked)}
        />
        {withShared && isValid && <SharedNotesWarning range={range} />}
      </Stack>
    </FormDialog>
  )
}

function usePeriod() {
  const locale = useLocale()
  return useState<Period>(() => {
    const now = Date.now()
    const day = (at: number) => localDay(new Date(at).toISOString(), locale)
    return { from: day(now - firstDays * dayInMilliseconds), until: day(now) }
  })
}

const instantsOf = ({ from, until }: Period, zone: string) => ({
  from: dayBounds(from, zone).from,
  until: dayBounds(until, zone).to,
})

type Range = Parameters<typeof api.note.printOfClient>[0]

/** Loads all notes of the period and returns them in the order of the sessions. */
async function notesWithin(range: Range): Promise<WholeNote[]> {
  const load: PageLoader<WholeNote> = (after) => api.note.printOfClient({ ...range, ...after })
  return (await allPages(load)).toReversed()
}
