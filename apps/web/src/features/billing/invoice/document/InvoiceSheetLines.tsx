import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { documentMoneyLocale, saysMinutes } from '@attune/contract/features/billing/invoice/invoice.print.rules'
import { useTranslation } from 'react-i18next'
import { dateText, datePartsText } from '../../../../ui/page/date-text.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import classes from './InvoiceSheet.module.css'
import { quantityText } from './quantity-text.ts'

type Line = InvoiceDocument['lines'][number]

/** Shows the lines of an invoice as a table. On a phone the dates have no year. */
export function InvoiceSheetLines({ sheet: { lines, language, currency, seller } }: { sheet: InvoiceDocument }) {
  const { t } = useTranslation('invoiceSheet', { lng: language })
  const short = { day: 'numeric', month: 'short' } as const
  const money = (minor: string) => moneyText(minor, currency, documentMoneyLocale(language, seller.country))
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th scope="col">{t('date')}</th>
          <th scope="col">{t('service')}</th>
          <th scope="col">{t('amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          // The index is the key, because the lines of a sheet have no id and never change their order.
          <tr key={index}>
            <td>
              {line.serviceOn && (
                <>
                  <span className={classes.longDate}>
                    {datePartsText(line.serviceOn, language, { ...short, year: 'numeric' })}
                  </span>
                  <span className={classes.shortDate} title={dateText(line.serviceOn, language)}>
                    {datePartsText(line.serviceOn, language, short)}
                  </span>
                </>
              )}
            </td>
            <td>
              <LineText line={line} language={language} money={money} />
            </td>
            <td>{money(line.netMinor)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Shows the service of a line with its duration, and below it time, code, factor, place and quantity in small type. */
function LineText({ line, language, money }: { line: Line; language: string; money: (minor: string) => string }) {
  const { t } = useTranslation('invoiceSheet', { lng: language })
  const { serviceTime, minutes, code, text, factorMilli, factorReason, place, quantityMilli, priceMinor } = line
  const details = [
    serviceTime,
    code && t('code', { code }),
    factorMilli === null ? '' : t('factor', { factor: quantityText(factorMilli, language) }),
    factorReason,
    place,
    quantityMilli === 1000
      ? ''
      : t('quantity', {
          quantity: quantityText(quantityMilli, language),
          price: money(priceMinor),
        }),
  ].filter(Boolean)
  return (
    <>
      {minutes === null || saysMinutes(text, minutes) ? text : t('textMinutes', { text, minutes })}
      {details.length > 0 && <span className={classes.details}>{details.join(' · ')}</span>}
    </>
  )
}
