import { addressLines } from '@attune/contract/common/address/postal-address'
import { dueMinor, hasPaymentTerms, payableMinor } from '@attune/contract/features/billing/invoice/invoice.rules'
import { recoveryMinor } from '@attune/contract/features/billing/invoice/law/invoice.late-payment.rules'
import { documentMoneyLocale, saysNoTax } from '@attune/contract/features/billing/invoice/invoice.print.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dateText } from '../../../../ui/page/date-text.ts'
import { countryName } from '../../../../ui/choice/country-name.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { ServerPicture } from '../../../../ui/file/ServerPicture.tsx'
import classes from './InvoiceSheet.module.css'
import { InvoiceSheetLines } from './InvoiceSheetLines.tsx'

type Props = {
  sheet: InvoiceDocument
  /** The name of the sheet for screen readers. */
  label: string
  /** The URL of the logo; by default the one for signed-in people. */
  logo?: string
}

/**
 * Shows an invoice or a credit note as the paper that the payer receives, in the language of the document and not of
 * the reader.
 */
export function InvoiceSheet({ sheet, label, logo }: Props) {
  const { language, seller, kind, corrects, diagnosis, note, person } = sheet
  const { t } = useTranslation('invoiceSheet', { lng: language })
  return (
    <article className={classes.sheet} lang={language} aria-label={label}>
      <header className={classes.head}>
        <div className={classes.seller}>
          {seller.logoSha && (
            <ServerPicture
              className={classes.logo}
              path={logo ?? `/api/storage/business-logo/${seller.logoSha}`}
              alt=""
            />
          )}
          <p className={classes.practice}>{seller.name}</p>
          {sellerLines(seller).map((line) => (
            <p key={line}>{line}</p>
          ))}
          {sellerNumbers.map((field) =>
            seller[field] ? (
              <p key={field}>{t(`seller.${numberNameOf(field, seller)}`, { id: seller[field] })}</p>
            ) : null,
          )}
        </div>
        <div className={classes.number}>
          <p>{t(kind)}</p>
          <p className={classes.big}>{sheet.number || t('noNumber')}</p>
        </div>
      </header>
      <SheetAddress sheet={sheet} />
      {corrects && <p>{t('corrects', { number: corrects.number, day: dateText(corrects.issuedOn, language) })}</p>}
      {person && <p>{t('person', { name: person })}</p>}
      {diagnosis && <p>{t('diagnosis', { text: diagnosis })}</p>}
      <InvoiceSheetLines sheet={sheet} />
      <SheetTotals sheet={sheet} />
      <PaymentTerms sheet={sheet} />
      {note && <p className={classes.note}>{kind === 'credit-note' ? t('creditReason', { reason: note }) : note}</p>}
      <RefundTerms sheet={sheet} />
      <BankBox sheet={sheet} />
      {sheet.footer && <footer className={classes.footer}>{sheet.footer}</footer>}
    </article>
  )
}

const sellerNumbers = ['taxId', 'vatId', 'siret', 'rpps', 'npi', 'license'] as const
/** Returns the key of the label for one of the seller's identification numbers. In Switzerland, the tax number is the UID. */
const numberNameOf = (field: (typeof sellerNumbers)[number], { country }: InvoiceDocument['seller']) =>
  field === 'taxId' && country === 'CH' ? 'uid' : field

/** Returns the lines below the name of the practice: person, address in one line, phone and email. */
const sellerLines = (seller: InvoiceDocument['seller']) =>
  [
    seller.person,
    addressLines(seller, seller.country, String).join(', '),
    [seller.phone, seller.email].filter(Boolean).join(', '),
  ].filter((line, index) => line !== '' && !(index === 0 && line === seller.name))

/** Shows the addressee and the dates of the document. */
function SheetAddress({ sheet: { seller, buyer, issuedOn, dueOn, language } }: Pick<Props, 'sheet'>) {
  const { t } = useTranslation('invoiceSheet', { lng: language })
  const address = addressLines(buyer, seller.country, (country) => countryName(country, language))
  return (
    <dl className={classes.facts}>
      <Fact name={t('to')} wide>
        <address className={classes.address}>
          {[buyer.name, ...address].map((line, index) => (
            <span key={index}>{line}</span>
          ))}
        </address>
        {buyer.taxId && <span className={classes.quiet}>{t('payerTaxId', { id: buyer.taxId })}</span>}
        {buyer.reference && <span className={classes.quiet}>{t('payerReference', { id: buyer.reference })}</span>}
      </Fact>
      <Fact name={t('issued')}>{issuedOn && dateText(issuedOn, language)}</Fact>
      {dueOn && <Fact name={t('due')}>{dateText(dueOn, language)}</Fact>}
    </dl>
  )
}

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/**
 * Shows the net amount, each tax with its reason, the total and, if there is any, the withheld income tax and the used credit, each with the amount
 * to pay.
 */
function SheetTotals({ sheet }: Pick<Props, 'sheet'>) {
  const { kind, language, currency, taxes, netMinor, grossMinor, withholding } = sheet
  const { t } = useTranslation('invoiceSheet', { lng: language })
  const money = (minor: string) => moneyText(minor, currency, documentMoneyLocale(language, sheet.seller.country))
  const rateText = (rateBp: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(rateBp / 100)
  const taxName = ({ category, rateBp, netMinor: net, reason }: InvoiceDocument['taxes'][number]) => {
    if (category === 'S') return t('taxRate', { rate: rateText(rateBp), net: money(net) })
    if (!reason) return t('noTax')
    if (category === 'AE' || saysNoTax(reason, language)) return reason
    return t(category === 'E' ? 'taxExempt' : 'taxOutside', { reason })
  }
  return (
    <dl className={classes.totals}>
      <div>
        <dt>{t('subtotal')}</dt>
        <dd>{money(netMinor)}</dd>
      </div>
      {taxes.map((tax) => (
        <div key={`${tax.category}${tax.rateBp}`}>
          <dt>{taxName(tax)}</dt>
          <dd>{money(tax.taxMinor)}</dd>
        </div>
      ))}
      <div className={classes.total}>
        <dt>{t(kind === 'credit-note' ? 'creditTotal' : 'total')}</dt>
        <dd>{money(grossMinor)}</dd>
      </div>
      {withholding && (
        <>
          <div>
            <dt>{t('withheld', { rate: `${rateText(withholding.rateBp)} %` })}</dt>
            <dd>{money(`-${withholding.amountMinor}`)}</dd>
          </div>
          <div className={classes.total}>
            <dt>{t(kind === 'credit-note' ? 'creditPayable' : 'toPay')}</dt>
            <dd>{money(payableMinor(sheet).toString())}</dd>
          </div>
        </>
      )}
      <CreditTotals sheet={sheet} />
    </dl>
  )
}

/** Shows the credit that was used when the invoice was issued, and what remains to pay. */
function CreditTotals({ sheet }: Pick<Props, 'sheet'>) {
  const { language, currency, seller, creditMinor } = sheet
  const { t } = useTranslation('invoiceSheet', { lng: language })
  if (!creditMinor) return null
  const money = (minor: string) => moneyText(minor, currency, documentMoneyLocale(language, seller.country))
  return (
    <>
      <div>
        <dt>{t('usedCredit')}</dt>
        <dd>{money(`-${creditMinor}`)}</dd>
      </div>
      <div className={classes.total}>
        <dt>{t('toPay')}</dt>
        <dd>{money(dueMinor(sheet).toString())}</dd>
      </div>
    </>
  )
}

/** Shows how the money of a credit note is refunded. Credit notes of earlier versions do not contain it. */
function RefundTerms({ sheet: { refund, language, currency, seller } }: Pick<Props, 'sheet'>) {
  const { t } = useTranslation('invoiceSheet', { lng: language })
  if (!refund) return null
  const amount = moneyText(refund.amountMinor, currency, documentMoneyLocale(language, seller.country))
  return <p>{t(`refund.${refund.way}`, { amount, day: refund.by ? dateText(refund.by, language) : '' })}</p>
}

/**
 * Shows by when the invoice is payable, and the terms of late payment [9.01]. Renders nothing for a credit note, and for an invoice without payment
 * terms, such as one of 0.
 */
function PaymentTerms({ sheet }: Pick<Props, 'sheet'>) {
  const { kind, language, dueDays, lateFees, lateTerms } = sheet
  const { t } = useTranslation('invoiceSheet', { lng: language })
  if (kind === 'credit-note' || !hasPaymentTerms(sheet)) return null
  return (
    <p>
      {dueDays === 0 ? t('payableNow') : t('payable', { count: dueDays })}
      {lateFees && !lateTerms && ` ${t('lateFees')}`}
      {lateTerms && <LateTerms sheet={sheet} terms={lateTerms} />}
    </p>
  )
}

/** Shows the rate of the penalties, the compensation for recovery costs and the words on early payment. */
function LateTerms({ sheet, terms }: Pick<Props, 'sheet'> & { terms: NonNullable<InvoiceDocument['lateTerms']> }) {
  const { language, seller } = sheet
  const { t } = useTranslation('invoiceSheet', { lng: language })
  const { penaltyBp, earlyPayment, isPublicOrder } = terms
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })
  const rate =
    penaltyBp === null ? t('lateTerms.legalRate') : t('lateTerms.rate', { rate: percent.format(penaltyBp / 10_000) })
  const amount = moneyText(recoveryMinor, 'EUR', documentMoneyLocale(language, seller.country))
  if (isPublicOrder) return ` ${t('lateTerms.publicOrder', { amount })}`
  return ` ${t('lateTerms.text', { rate, amount })} ${earlyPayment || t('lateTerms.noDiscount')}`
}

/**
 * Shows the bank account and the reference to use. Shows the name of the business if the account has no holder name. Renders nothing for a credit
 * note, for an invoice of 0, and without an account.
 */
function BankBox({ sheet: { kind, number, bank, seller, language, grossMinor } }: Pick<Props, 'sheet'>) {
  const { t } = useTranslation('invoiceSheet', { lng: language })
  const account = [bank.accountName || seller.name, bank.bankName].filter(Boolean).join(', ')
  const facts = [
    [t('account'), account],
    [t('iban'), bank.iban.replace(/(.{4})(?=.)/g, '$1 ')],
    [t('bic'), bank.bic],
    [t('routingNumber'), bank.routingNumber],
    [t('accountNumber'), bank.accountNumber],
    [t('reference'), number],
  ] as const
  if (kind === 'credit-note' || BigInt(grossMinor) <= 0n || !(bank.iban || bank.accountNumber)) return null
  return (
    <dl className={classes.bank}>
      {facts.map(([name, value]) =>
        value ? (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ) : null,
      )}
    </dl>
  )
}
