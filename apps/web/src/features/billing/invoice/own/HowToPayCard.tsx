import { payableMinor } from '@attune/contract/features/billing/invoice/invoice.rules'
import { epcPaymentText } from '@attune/contract/common/money/epc-payment'
import type { OwnInvoice } from '@attune/contract/features/billing/invoice/invoice.own.schemas'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { CopyTextButton } from '../../../../ui/page/row/CopyTextButton.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { DefinitionList, Section } from '../../../../ui/page/Section.tsx'
import { QrCode } from '../../../../ui/file/QrCode.tsx'
import classes from './OwnInvoice.module.css'

type PayableInvoice = Pick<OwnInvoice, 'sheet' | 'number' | 'openMinor' | 'paidMinor' | 'currency'>

/** The account for a transfer, and the hint to ask the practice if there is none. */
type Transfer = { account: ReactNode; ask: ReactNode }

type Props = { invoice: PayableInvoice; isPayer?: boolean; online?: (transfer: Transfer) => ReactNode }

/**
 * Shows the open amount of an invoice and, until it is paid, the bank account with a QR code for a banking app. Names a payer other than the
 * client, unless the reader is this payer (`isPayer`). `online` renders the online payment together with the transfer.
 */
export function HowToPayCard({ invoice, isPayer = false, online }: Props) {
  const { t } = useTranslation('ownInvoice')
  const { language } = useLocale()
  const { openMinor, paidMinor, currency, sheet } = invoice
  const open = BigInt(openMinor)
  // The amount that the document asks for. More is open if the credit on it was taken back.
  const asked = payableMinor(sheet) - BigInt(sheet.creditMinor ?? '0')
  const hasAccount = Boolean(sheet.bank.iban || sheet.bank.accountNumber)
  const transfer = {
    account: hasAccount && <Account invoice={invoice} />,
    ask: !hasAccount && <Text size="sm">{t('askHow')}</Text>,
  }
  const money = (minor: bigint) => moneyText(String(minor), currency, language)
  return (
    <Section title={t('open')}>
      <p className={classes.amount}>{money(open > 0n ? open : 0n)}</p>
      {open < 0n && <Text size="sm">{t('overpaid', { amount: money(-open) })}</Text>}
      {open === 0n && <Text size="sm">{paidMinor === '0' ? t('nothingDue') : t('paid')}</Text>}
      {open > 0n && (
        <>
          {sheet.creditMinor && open > asked && (
            <Text size="sm">{t('creditTakenBack', { asked: money(asked), open: money(open) })}</Text>
          )}
          {!isPayer && sheet.buyer.kind !== 'client' && (
            <Text size="sm">{t('otherPays', { name: sheet.buyer.name })}</Text>
          )}
          {online ? online(transfer) : transfer.ask || transfer.account}
        </>
      )}
    </Section>
  )
}

function Account({ invoice: { sheet, currency, openMinor, number } }: { invoice: PayableInvoice }) {
  const { t } = useTranslation(['invoiceSheet', 'ownInvoice'])
  const { bank, seller } = sheet
  const name = bank.accountName || seller.name
  const transfer = { name, iban: bank.iban, bic: bank.bic, currency, minor: BigInt(openMinor), reference: number }
  const code = epcPaymentText(transfer)
  const facts = [
    [t('account'), [name, bank.bankName].filter(Boolean).join(', ')],
    [t('iban'), bank.iban.replace(/(.{4})(?=.)/g, '$1 ')],
    [t('bic'), bank.bic],
    [t('routingNumber'), bank.routingNumber],
    [t('accountNumber'), bank.accountNumber],
    [t('ownInvoice:reference'), number],
  ] as const
  return (
    <>
      {code && (
        <figure className={classes.code}>
          <QrCode text={code} label={t('ownInvoice:qr')} size={152} />
          <figcaption>{t('ownInvoice:scan')}</figcaption>
        </figure>
      )}
      <DefinitionList of={facts.filter(([, value]) => value !== '')} />
      {bank.iban && (
        <div className={classes.copies}>
          <CopyTextButton value={bank.iban}>{t('ownInvoice:copyIban')}</CopyTextButton>
          <CopyTextButton value={number}>{t('ownInvoice:copyReference')}</CopyTextButton>
        </div>
      )}
    </>
  )
}
