import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'

/** An amount in minor units, formatted in the reader's language. Loaded lazily, because few clients have open invoices. */
export function BalanceAmount({ minor, currency }: { minor: string; currency: string }) {
  const { language } = useLocale()
  return moneyText(minor, currency, language)
}
