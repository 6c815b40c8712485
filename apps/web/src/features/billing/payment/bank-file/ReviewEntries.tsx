import type { BankEntry, BankReview } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { Button, Text } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { Card } from '../../../../ui/page/Section.tsx'
import {
  bookingSums,
  entryCount,
  entryGroups,
  proposedChoices,
  selectedBookings,
  type EntryChoice,
} from './bank-selection.ts'
import classes from './BankFile.module.css'
import { BankEntryGroup } from './BankEntryGroup.tsx'
import { FileLine } from './FileLine.tsx'
import { useBooking, type BookingOutcome } from './use-booking.ts'

type Props = {
  review: BankReview
  fileName: string
  onOther: () => void
  /** Reads the file again after an invoice has changed. */
  onAgain: () => void
  /** Changes the column mapping of a CSV file; null for other files. */
  onColumns: (() => void) | null
  onBooked: (outcome: BookingOutcome) => void
}

/** Shows the payments of a bank file with the proposed invoices, and a button that records the selected ones. */
export function ReviewEntries({ review, fileName, onOther, onAgain, onColumns, onBooked }: Props) {
  const { t } = useTranslation('bankFile')
  const { entries, invoices, left } = review
  const groups = useMemo(() => entryGroups(entries), [entries])
  const [choices, setChoices] = useState(() => proposedChoices(review))
  const change = (key: string, choice: EntryChoice) => setChoices(new Map(choices).set(key, choice))
  const booking = useBooking(onBooked)
  const selected = selectedBookings(entries, choices)
  const list = (name: keyof typeof groups, of: BankEntry[]) => (
    <BankEntryGroup name={name} entries={of} invoices={invoices} choices={choices} onChange={change} />
  )
  const isNothingNew = groups.ready.length + groups.check.length === 0
  const isNothingToDo = isNothingNew && groups.takeBack.length === 0
  return (
    <>
      <FileLine name={fileName} onOther={onOther} onColumns={onColumns} />
      <LeftOut left={left} />
      {isNothingToDo && (
        <Card>
          <EmptyState icon={IconBuildingBank} title={t('review.none')} text={t('review.noneText')} />
        </Card>
      )}
      {list('takeBack', groups.takeBack)}
      {list('ready', groups.ready)}
      {list('check', groups.check)}
      {list('reversed', groups.reversed)}
      {list('imported', groups.imported)}
      {booking.error && <Refused error={booking.error} onAgain={onAgain} />}
      {!isNothingNew && (
        <SubmitBar selected={selected} isBusy={booking.isPending} onSubmit={() => booking.mutate(selected)} />
      )}
    </>
  )
}

/** Shows the number of entries in the file that are not listed. */
function LeftOut({ left }: Pick<BankReview, 'left'>) {
  const { t } = useTranslation('bankFile')
  const kinds = (['pending', 'outgoing', 'unreadable'] as const).filter((kind) => left[kind] > 0)
  if (kinds.length === 0) return null
  return (
    <div className={classes.left}>
      <span>{t('review.left')}</span>
      <MetaList>{kinds.map((kind) => t(`review.${kind}`, { count: left[kind] }))}</MetaList>
    </div>
  )
}

type BarProps = { selected: ReturnType<typeof selectedBookings>; isBusy: boolean; onSubmit: () => void }

/** The sum of the selected payments and the button that records them. It stays visible below a long list. */
function SubmitBar({ selected, isBusy, onSubmit }: BarProps) {
  const { t } = useTranslation('bankFile')
  const { language } = useLocale()
  const sums = bookingSums(selected).map(({ currency, minor }) => moneyText(minor, currency, language))
  return (
    <div className={classes.bar}>
      <Text size="sm" c="dimmed" role="status">
        {sums.length > 0 && t('review.sum', { sums: sums.join(' + ') })}
      </Text>
      <Button disabled={selected.length === 0} loading={isBusy} onClick={onSubmit}>
        {t('review.submit', { count: entryCount(selected) })}
      </Button>
    </div>
  )
}

const changes = ['NOT_PAYABLE', 'OTHER_CURRENCY', 'FUTURE_DAY', 'NOT_FOUND']

/** Shows the reason why nothing was recorded. If an invoice has changed, the file can be read again. */
function Refused({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t } = useTranslation('bankFile')
  const general = useErrorMessage()
  const hasChanged = changes.includes(errorCode(error))
  const again = (
    <Button variant="default" size="compact-sm" onClick={onAgain}>
      {t('review.again')}
    </Button>
  )
  return (
    <Callout kind="danger" urgent {...(hasChanged && { action: again })}>
      {hasChanged ? t('review.changed') : general(error)}
    </Callout>
  )
}
