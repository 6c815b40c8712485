import type { TextTotals } from '@attune/contract/features/messages/text-message/text-message'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { datePartsText } from '../../../ui/page/date-text.ts'
import classes from './text-totals.module.css'

type Total = TextTotals['items'][number]

/** The number of months that are shown at first. */
const firstMonths = 3

/** The number of sent and received text messages by month and channel. A button shows earlier months. */
export function TextTotalsTable({ items }: { items: readonly Total[] }) {
  const { t } = useTranslation('textTotals')
  const [all, setAll] = useState(false)
  const months = [...new Set(items.map(({ month }) => month))]
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('channel')}</th>
            <th scope="col">{t('sent')}</th>
            <th scope="col">{t('segments')}</th>
            <th scope="col">{t('received')}</th>
          </tr>
        </thead>
        {months.slice(0, all ? undefined : firstMonths).map((month) => (
          <MonthRows key={month} month={month} items={items.filter((item) => item.month === month)} />
        ))}
      </table>
      {months.length > firstMonths && (
        <Button variant="subtle" px={10} className={classes.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {t(all ? 'fewer' : 'earlier')}
        </Button>
      )}
    </>
  )
}

function MonthRows({ month, items }: { month: string; items: readonly Total[] }) {
  const { t } = useTranslation('textTotals')
  const { language } = useLocale()
  const number = new Intl.NumberFormat(language)
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4} className={classes.month}>
          {datePartsText(`${month}-01`, language, { month: 'long', year: 'numeric' })}
        </th>
      </tr>
      {items.map(({ channel, messages, segments, received }) => (
        <tr key={channel}>
          <th scope="row">{t(`name.${channel}`)}</th>
          <td>{number.format(messages)}</td>
          <td>{channel === 'sms' ? number.format(segments) : '–'}</td>
          <td>{number.format(received)}</td>
        </tr>
      ))}
    </tbody>
  )
}
