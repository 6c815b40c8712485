import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from './BankFile.module.css'
import { BookedEntries } from './BookedEntries.tsx'
import { ChooseBankFile } from './ChooseBankFile.tsx'
import { MapBankColumns } from './MapBankColumns.tsx'
import { ReviewEntries } from './ReviewEntries.tsx'
import { useBankFile } from './use-bank-file.ts'
import type { BookingOutcome } from './use-booking.ts'

/**
 * Imports a bank statement. The therapist chooses the file, maps the columns of an unknown CSV format, reviews the invoices for its payments, and
 * records them.
 */
export function BankFilePage() {
  const { t } = useTranslation('bankFile')
  const read = useBankFile()
  const [booked, setBooked] = useState<BookingOutcome | null>(null)
  const restart = () => {
    setBooked(null)
    read.reset()
  }
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} facts={t('subtitle')} />
      {booked ? <BookedEntries outcome={booked} onAnother={restart} /> : <Step read={read} onBooked={setBooked} />}
    </div>
  )
}

type StepProps = { read: ReturnType<typeof useBankFile>; onBooked: (outcome: BookingOutcome) => void }

/** Shows the step that follows the server's latest response about the file. */
function Step({ read, onBooked }: StepProps) {
  const { t } = useTranslation('bankFile')
  const { data, isPending, variables } = read
  if (isPending)
    return (
      <Section title={t('choose.label')}>
        <Text role="status" c="dimmed">
          {t('choose.reading', { name: variables.file.name })}
        </Text>
      </Section>
    )
  if (!data || read.isError) return <ChooseBankFile error={read.error} onFile={(file) => read.mutate({ file })} />
  const { file, answer } = data
  if (answer.step === 'columns')
    return (
      <MapBankColumns
        table={answer.table}
        fileName={file.name}
        onOther={read.reset}
        onSubmit={(mapping) => read.mutate({ file, mapping: { fingerprint: answer.table.fingerprint, mapping } })}
      />
    )
  return (
    <ReviewEntries
      // The key resets the choices for each new response, which contains new proposals.
      key={read.submittedAt}
      review={answer}
      fileName={file.name}
      onOther={read.reset}
      onAgain={() => read.mutate({ file })}
      onColumns={answer.fingerprint === null ? null : () => read.mutate({ file, ask: true })}
      onBooked={onBooked}
    />
  )
}
