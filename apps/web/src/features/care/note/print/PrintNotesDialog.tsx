import type { ClientId } from '@attune/contract/common/ids'
import type { WholeNote } from '@attune/contract/features/care/note/note'
import { dayBounds } from '@attune/contract/common/time/time'
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

type Props = { clientId: ClientId; name: string; onClose: () => void }
type Period = { from: string; until: string }

const firstDays = 90
const dayInMilliseconds = 24 * 60 * 60_000

/** Prints the notes on the sessions of a period, signed or not, with their addenda. Preselects the last 90 days. */
export function PrintNotesDialog({ clientId, name, onClose }: Props) {
  const { t } = useTranslation('note')
  const locale = useLocale()
  const [period, setPeriod] = useState<Period>(() => {
    const now = Date.now()
    const day = (at: number) => localDay(new Date(at).toISOString(), locale)
    return { from: day(now - firstDays * dayInMilliseconds), until: day(now) }
  })
  const isValid = period.from !== '' && period.until !== '' && period.from <= period.until
  const load = useMutation({ mutationFn: () => notesWithin(clientId, period, locale.zone) })
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
    </FormDialog>
  )
}

/** Loads all notes of the period page by page and returns them in the order of the sessions. */
async function notesWithin(clientId: ClientId, { from, until }: Period, zone: string): Promise<WholeNote[]> {
  const range = { clientId, from: dayBounds(from, zone).from, until: dayBounds(until, zone).to }
  const notes: WholeNote[] = []
  let after: string | null | undefined
  while (after !== null) {
    const page = await api.note.printOfClient({ ...range, ...(after !== undefined && { after }) })
    notes.push(...page.items)
    after = page.next
  }
  return notes.toReversed()
}
